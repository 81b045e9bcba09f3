import type { z } from "zod";
import { formatKeyPath } from "../contract/index.ts";
import { REDACTED, redactText, suggest } from "../lib/index.ts";
import type { ConfigIssue } from "./issue.ts";
import type { Leaf } from "./layers/layer.ts";
import { buildTable } from "./layers/merge.ts";
import { isTable, type KeyPath, startsWith } from "./schema/key-path.ts";
import { findDefinition, isSection, type KeyDefinition } from "./schema/key-table.ts";

/** One violation of the schema. */
export interface Problem {
  readonly issue: ConfigIssue;
  /** Whether the value is absent. Another layer may still set it. */
  readonly missing: boolean;
}

/** Lists all violations of the schema. */
export function listProblems(
  schema: z.ZodObject,
  leaves: readonly Leaf[],
  definitions: readonly KeyDefinition[],
): Problem[] {
  const result = schema.safeParse(buildTable(leaves));
  const problems = result.success ? [] : result.error.issues;
  return problems.map((problem) => {
    const path = keyPathOf(problem.path);
    const key = formatKeyPath(path);
    const leaf = leaves.find(
      (one) => startsWith(path, one.path) && !(isTable(one.value) && one.path.length < path.length),
    );
    const where = (leaf ?? nearestBelow(leaves, path))?.origin.where ?? "configuration";
    const message = `\`${key}\` ${describe(problem, leaf, findDefinition(definitions, path), isSection(definitions, path))}`;
    return { issue: { message, where, key }, missing: leaf === undefined };
  });
}

/** Lists values that are allowed and probably a mistake: unusually large numbers, and keys that the entry's type ignores. */
export function listAdvice(leaves: readonly Leaf[], definitions: readonly KeyDefinition[]): ConfigIssue[] {
  return leaves.flatMap(({ path, value, origin }) => {
    const definition = findDefinition(definitions, path);
    const key = formatKeyPath(path);
    const warnAbove = definition?.facts.warnAbove;
    if (warnAbove !== undefined && typeof value === "number" && value > warnAbove) {
      const shown = origin.redacted ? REDACTED : String(value);
      const message = `\`${key}\` is ${shown}: more than ${warnAbove} is unusual`;
      return [{ message, where: origin.where, key }];
    }
    if (definition?.variant === undefined || definition.discriminator) return [];
    const { member, values } = definition.variant;
    const chosen = leaves.find((leaf) => sameEntry(leaf.path, path) && leaf.path.at(-1) === member);
    const options = chosen === undefined ? [] : (findDefinition(definitions, chosen.path)?.options ?? []);
    const kind = String(chosen?.value);
    if (!options.includes(kind) || values.includes(kind)) return [];
    const message = `\`${key}\` is not used by the ${member} ${JSON.stringify(kind)} and is ignored`;
    return [{ message, where: origin.where, key }];
  });
}

// The path of a problem inside a list item goes on after the item's number. The key is the list.
function keyPathOf(path: readonly PropertyKey[]): KeyPath {
  const item = path.findIndex((segment) => typeof segment === "number");
  return (item === -1 ? path : path.slice(0, item)).map(String);
}

function sameEntry(left: KeyPath, right: KeyPath): boolean {
  return left.length === right.length && startsWith(left, right.slice(0, -1));
}

function nearestBelow(leaves: readonly Leaf[], path: KeyPath): Leaf | undefined {
  for (let length = path.length; length > 0; length--) {
    const leaf = leaves.find((one) => startsWith(one.path, path.slice(0, length)));
    if (leaf !== undefined) return leaf;
  }
  return undefined;
}

function describe(
  problem: z.core.$ZodIssue,
  leaf: Leaf | undefined,
  definition: KeyDefinition | undefined,
  section: boolean,
): string {
  const options = definition?.options ?? [];
  if (leaf === undefined) return `is required${options.length > 0 ? `: ${listOptions(options)}` : ""}`;
  const index = problem.path.find((segment) => typeof segment === "number");
  const value = index === undefined ? leaf.value : (leaf.value as readonly unknown[])[index];
  const shown = leaf.origin.redacted ? REDACTED : preview(value);
  const subject = index === undefined ? `is ${shown}` : `has ${shown} as item ${index + 1}`;
  if (section && definition === undefined) return `${subject}, expected a table`;
  if (index !== undefined && definition?.facts.item !== undefined) {
    return `${subject}, expected ${definition.facts.item}`;
  }
  if (problem.code === "invalid_value" || problem.code === "invalid_union") {
    const near = typeof value === "string" && !leaf.origin.redacted ? suggest(value, options) : undefined;
    const hint = near === undefined ? "" : `; did you mean ${JSON.stringify(near)}?`;
    return `${subject}, expected ${listOptions(options)}${hint}`;
  }
  if (problem.code === "invalid_type")
    return `${subject}, expected ${index === undefined ? kindText(definition) : "a string"}`;
  if (problem.code === "too_small" && problem.origin === "string") return `${subject}: it must not be empty`;
  if (problem.code === "too_small" || problem.code === "too_big")
    return `${subject}: it must be ${rangeText(definition)}`;
  return `${subject}: it ${problem.message}`;
}

function kindText(definition: KeyDefinition | undefined): string {
  switch (definition?.kind) {
    case "integer":
      return "a whole number";
    case "number":
      return "a number";
    case "boolean":
      return "true or false";
    case "list":
      return `a list of ${definition.facts.item ?? "strings"}`;
    default:
      return "a string";
  }
}

/** Describes the range of a numeric key in words. */
export function rangeText(definition: KeyDefinition | undefined): string {
  if (definition?.minimum === undefined)
    return definition?.maximum === undefined ? "a number" : `at most ${definition.maximum}`;
  return definition.maximum === undefined
    ? `at least ${definition.minimum}`
    : `from ${definition.minimum} to ${definition.maximum}`;
}

function listOptions(options: readonly string[]): string {
  return options.map((option) => JSON.stringify(option)).join(" or ");
}

function preview(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (isTable(value)) return "a table";
  if (value instanceof Date) return "a date";
  // TOML numbers can be inf and nan, which JSON cannot write.
  if (typeof value === "number") return String(value);
  const text = redactText(JSON.stringify(value) ?? String(value));
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
