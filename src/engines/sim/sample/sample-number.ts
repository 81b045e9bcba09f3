import type { Members } from "../../../dialects/index.ts";
import { typesOf } from "./schema-merge.ts";

/** Makes the smallest number within the bounds, or the smallest that is not negative without a lower bound. */
export function sampleNumber(schema: Members, variant: number): number {
  const isWhole = !typesOf(schema).includes("number") && typesOf(schema).includes("integer");
  const step = numberOf(schema["multipleOf"]) ?? 1;
  const { least, isLeastOut } = leastOf(schema);
  const { most, isMostOut } = mostOf(schema);
  const start = least ?? Math.min(0, most ?? 0);
  const unit = isWhole && !Number.isInteger(step) ? wholeStep(step) : step;
  const low = isLeastOut ? above(start, unit) : Math.ceil(start / unit) * unit;
  const value = low + variant * unit;
  const isOver = most !== undefined && (isMostOut ? value >= most : value > most);
  if (!isOver) return round(value);
  if (isWhole || schema["multipleOf"] !== undefined || least === undefined) {
    const high = most!;
    return round(isMostOut ? below(high, unit) : Math.floor(high / unit) * unit);
  }
  // There is no whole number between the bounds.
  return isLeastOut || isMostOut ? (start + most!) / 2 : start;
}

function leastOf(schema: Members): { least: number | undefined; isLeastOut: boolean } {
  const minimum = numberOf(schema["minimum"]);
  const exclusive = schema["exclusiveMinimum"];
  // In draft 4 of JSON Schema this is a flag; in later drafts it is the bound itself.
  if (exclusive === true) return { least: minimum, isLeastOut: minimum !== undefined };
  const bound = numberOf(exclusive);
  if (bound === undefined || (minimum !== undefined && minimum > bound))
    return { least: minimum, isLeastOut: false };
  return { least: bound, isLeastOut: true };
}

function mostOf(schema: Members): { most: number | undefined; isMostOut: boolean } {
  const maximum = numberOf(schema["maximum"]);
  const exclusive = schema["exclusiveMaximum"];
  if (exclusive === true) return { most: maximum, isMostOut: maximum !== undefined };
  const bound = numberOf(exclusive);
  if (bound === undefined || (maximum !== undefined && maximum < bound))
    return { most: maximum, isMostOut: false };
  return { most: bound, isMostOut: true };
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

function above(bound: number, step: number): number {
  return (Math.floor(bound / step) + 1) * step;
}

function below(bound: number, step: number): number {
  return (Math.ceil(bound / step) - 1) * step;
}

// The whole multiples of 0.5 are the multiples of 1, and those of 1.5 are the multiples of 3.
function wholeStep(step: number): number {
  for (let factor = 1; factor <= 1000; factor++) {
    const whole = step * factor;
    if (Math.abs(whole - Math.round(whole)) < 1e-9) return Math.round(whole);
  }
  return 1;
}

function round(value: number): number {
  return value === 0 ? 0 : Number(value.toPrecision(15));
}
