import { isMembers, type Members } from "../raw-json.ts";
import type { Shape, Shapes } from "./notation.ts";

/** Where a value differs from its shape, and how. */
export interface ShapeFault {
  readonly kind: "unknown" | "missing" | "type" | "value";
  readonly path: readonly (string | number)[];
  /** The words or types that are allowed. Empty for an unknown member. */
  readonly expected: readonly string[];
  readonly actual: unknown;
}

/** How an API reads JSON. */
export interface Reading {
  readonly shapes: Shapes;
  /** Whether unknown members are ignored. */
  readonly ignoresUnknown?: boolean;
  /** Protocol-buffer JSON: `snake_case` names, numbers as strings, words of any case or as numbers, null as absent. */
  readonly isProto?: boolean;
}

type Path = readonly (string | number)[];

const DISCRIMINATORS = ["type", "role"];

/** Finds the first difference between a value and a named shape. */
export function checkShape(value: unknown, name: string, reading: Reading): ShapeFault | undefined {
  return check(value, { kind: "name", name }, [], reading);
}

function check(value: unknown, shape: Shape, path: Path, reading: Reading): ShapeFault | undefined {
  const variants = flatten(shape, reading.shapes);
  if (variants.some(({ kind }) => kind === "any")) return undefined;
  if (isMembers(value)) return checkObject(value, variants, path, reading);
  if (Array.isArray(value)) return checkList(value, variants, path, reading);
  return variants.some((one) => fits(value, one, reading)) ? undefined : plainFault(value, variants, path);
}

function flatten(shape: Shape, shapes: Shapes): readonly Shape[] {
  if (shape.kind === "union") return shape.of.flatMap((one) => flatten(one, shapes));
  if (shape.kind !== "name") return [shape];
  const named = shapes.get(shape.name);
  return named === undefined ? [{ kind: "any" }] : flatten(named, shapes);
}

function fits(value: unknown, shape: Shape, { isProto = false }: Reading): boolean {
  switch (shape.kind) {
    case "literal":
      if (!isProto) return value === shape.value;
      return typeof value === "number" || String(value).toUpperCase() === String(shape.value).toUpperCase();
    case "null":
      return value === null;
    case "string":
      return typeof value === "string" || (isProto && typeof value === "number");
    case "number":
      return (
        typeof value === "number" ||
        (isProto && typeof value === "string" && value !== "" && !Number.isNaN(Number(value)))
      );
    case "boolean":
      return typeof value === "boolean";
    default:
      return false;
  }
}

function plainFault(value: unknown, variants: readonly Shape[], path: Path): ShapeFault {
  const words = variants.flatMap((one) => (one.kind === "literal" ? [String(one.value)] : []));
  const isWord = typeof value === "string" && words.length > 0;
  return {
    kind: isWord ? "value" : "type",
    path,
    expected: isWord ? words : typeNames(variants),
    actual: value,
  };
}

function typeNames(variants: readonly Shape[]): string[] {
  const names = variants.map((one) => {
    if (one.kind === "list") return "array";
    return one.kind === "literal" ? typeof one.value : one.kind;
  });
  return [...new Set(names)];
}

function checkList(
  value: readonly unknown[],
  variants: readonly Shape[],
  path: Path,
  reading: Reading,
): ShapeFault | undefined {
  const lists = variants.filter((one) => one.kind === "list");
  if (lists.length === 0) return { kind: "type", path, expected: typeNames(variants), actual: value };
  const faults: ShapeFault[] = [];
  for (const one of lists) {
    let fault: ShapeFault | undefined;
    for (let at = 0; at < value.length && fault === undefined; at++)
      fault = check(value[at], one.item, [...path, at], reading);
    if (fault === undefined) return undefined;
    faults.push(fault);
  }
  return deepest(faults);
}

type ObjectShape = Extract<Shape, { kind: "object" }>;

function checkObject(
  value: Members,
  variants: readonly Shape[],
  path: Path,
  reading: Reading,
): ShapeFault | undefined {
  const all = variants.filter((one) => one.kind === "object");
  // The types of an SDK give one message to a protocol buffer, where its list may stand alone.
  if (all.length === 0) return { kind: "type", path, expected: typeNames(variants), actual: value };
  let chosen = all;
  for (const key of DISCRIMINATORS) {
    if (chosen.length === 1) break;
    const kept = chosen.filter((one) => admits(one, key, value[key], reading));
    if (kept.length > 0) chosen = kept;
    else {
      const expected = [...new Set(chosen.flatMap((one) => wordsOf(one, key, reading)))];
      return { kind: key in value ? "value" : "missing", path: [...path, key], expected, actual: value[key] };
    }
  }
  const faults: ShapeFault[] = [];
  for (const one of chosen) {
    const fault = checkMembers(value, one, path, reading);
    if (fault === undefined) return undefined;
    faults.push(fault);
  }
  return deepest(faults);
}

function wordsOf(shape: ObjectShape, key: string, { shapes }: Reading): string[] {
  const member = shape.members.get(key);
  if (member === undefined) return [];
  return flatten(member.shape, shapes).flatMap((one) => (one.kind === "literal" ? [String(one.value)] : []));
}

function admits(shape: ObjectShape, key: string, value: unknown, reading: Reading): boolean {
  const member = shape.members.get(key);
  if (member === undefined) return value === undefined;
  if (value === undefined) return !member.isRequired;
  return flatten(member.shape, reading.shapes).some((one) => one.kind === "any" || fits(value, one, reading));
}

function checkMembers(
  value: Members,
  shape: ObjectShape,
  path: Path,
  reading: Reading,
): ShapeFault | undefined {
  const seen = new Set<string>();
  for (const [key, member] of Object.entries(value)) {
    const name = reading.isProto === true ? camelCase(key) : key;
    seen.add(name);
    const known = shape.members.get(name)?.shape ?? shape.rest;
    if (known === undefined) {
      if (reading.ignoresUnknown === true) continue;
      return { kind: "unknown", path: [...path, key], expected: [], actual: member };
    }
    if (member === undefined || (member === null && reading.isProto === true)) continue;
    const fault = check(member, known, [...path, key], reading);
    if (fault !== undefined) return fault;
  }
  for (const [name, { isRequired, shape: wanted }] of shape.members)
    if (isRequired && !seen.has(name))
      return {
        kind: "missing",
        path: [...path, name],
        expected: typeNames(flatten(wanted, reading.shapes)),
        actual: undefined,
      };
  return undefined;
}

function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function deepest(faults: readonly ShapeFault[]): ShapeFault {
  return faults.reduce((best, one) => (one.path.length > best.path.length ? one : best));
}
