import type { ModelLimits } from "../../src/models/index.ts";

/** Writes limits in a line of text: `sampling.temperature: only 1; output.max: 128000`. */
export function describeLimits(limits: ModelLimits): string {
  return Object.entries(limits)
    .flatMap(([part, value]) => describeValue(part, value))
    .join("; ");
}

function describeValue(path: string, value: unknown): string[] {
  if (value === undefined) return [];
  if (isNumberLimit(value)) return [`${path}: ${describeNumber(value)}`];
  if (value instanceof RegExp) return [`${path}: ${value.source}`];
  if (Array.isArray(value)) return [`${path}: ${value.length === 0 ? "none" : value.map(String).join(", ")}`];
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([name, member]) => describeValue(`${path}.${name}`, member));
  if (typeof value === "boolean") return [`${path}: ${value ? "yes" : "no"}`];
  return [`${path}: ${String(value)}`];
}

interface NumberLimit {
  readonly is: string;
  readonly value?: number;
  readonly min?: number;
  readonly max?: number;
}

function isNumberLimit(value: unknown): value is NumberLimit {
  return typeof value === "object" && value !== null && "is" in value && typeof value.is === "string";
}

function describeNumber({ is, value, min, max }: NumberLimit): string {
  if (is === "only") return `only ${value}`;
  return is === "range" ? `${min} to ${max}` : is;
}
