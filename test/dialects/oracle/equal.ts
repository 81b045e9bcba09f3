import { canonical, isEquivalent } from "./equivalence.ts";
import type { Json } from "./neutral.ts";
import { camel } from "./proto-json.ts";

/** The wire format of each dialect. */
export type Wire = "chat" | "responses" | "messages" | "gemini";

/** Members whose JSON is the caller's own: there a null is a value, and every name counts. */
const free: Readonly<Record<Wire, ReadonlySet<string>>> = {
  chat: new Set(["parameters", "schema"]),
  responses: new Set(["parameters", "schema"]),
  messages: new Set(["input", "input_schema", "schema"]),
  gemini: new Set([
    "args",
    "response",
    "parameters",
    "parametersJsonSchema",
    "responseSchema",
    "responseJsonSchema",
  ]),
};

/**
 * The first place where two documents of one dialect do not mean the same, or undefined.
 * Null and absent mean the same outside the caller's own JSON; the order of members means nothing;
 * Gemini's member names may be in either spelling of JSON for protocol buffers; the rest is in equivalence.ts.
 */
export function firstDifference(wire: Wire, before: unknown, after: unknown): string | undefined {
  const prepare = (value: unknown) => canonical(wire, wire === "gemini" ? camel(value) : value);
  return compare(prepare(before), prepare(after), "$", { wire, owned: free[wire] }, false);
}

/** The first place where two plain values differ, or undefined. */
export function firstDeepDifference(before: unknown, after: unknown): string | undefined {
  return compare(before, after, "$", { wire: undefined, owned: new Set() }, true);
}

interface Rules {
  readonly wire: Wire | undefined;
  readonly owned: ReadonlySet<string>;
}

function compare(
  before: unknown,
  after: unknown,
  path: string,
  rules: Rules,
  isFree: boolean,
): string | undefined {
  if (Object.is(before, after)) return undefined;
  if (!isFree && rules.wire !== undefined && isEquivalent(rules.wire, path, before, after)) return undefined;
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length !== after.length)
      return `${path} has ${before.length} items, then ${after.length}: ${show(before)} / ${show(after)}`;
    for (const [index, item] of before.entries()) {
      const found = compare(item, after[index], `${path}[${index}]`, rules, isFree);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (isObject(before) && isObject(after)) return compareMembers(before, after, path, rules, isFree);
  return `${path}: ${show(before)} became ${show(after)}`;
}

function compareMembers(
  before: Json,
  after: Json,
  path: string,
  rules: Rules,
  isFree: boolean,
): string | undefined {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const here = meaningOf(before[name], isFree);
    const there = meaningOf(after[name], isFree);
    if (here === undefined && there === undefined) continue;
    const found = compare(here, there, `${path}.${name}`, rules, isFree || rules.owned.has(name));
    if (found !== undefined) return found;
  }
  return undefined;
}

function meaningOf(value: unknown, isFree: boolean): unknown {
  return value === null && !isFree ? undefined : value;
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function show(value: unknown): string {
  const shown = JSON.stringify(value) ?? "nothing";
  return shown.length > 160 ? `${shown.slice(0, 160)}…` : shown;
}
