import { formatKeyPath } from "../../contract/index.ts";
import { suggest } from "../../lib/index.ts";
import { findDeprecated } from "../schema/deprecated-keys.ts";
import { isTable, type KeyPath } from "../schema/key-path.ts";
import { findDefinition, isSection, type KeyDefinition, namesBelow } from "../schema/key-table.ts";
import type { Interpolation } from "./interpolation.ts";
import type { LayerName, Leaf, Place } from "./layer.ts";
import { absolutePaths, type ReadContext, readSecretFile } from "./read-context.ts";

/** The context for reading nested tables: a configuration file, or the flags of a command. */
export interface TableReadContext extends ReadContext {
  readonly layer: LayerName;
  placeOf(path: KeyPath): Place;
  /** Replaces variables in strings. Absent for flags, whose strings are taken literally. */
  readonly interpolate?: (text: string) => Interpolation;
}

const FILE_SUFFIX = "_file";

/** Reads nested tables as a layer. Members that are not keys get a warning and are left out. */
export function readTable(table: Readonly<Record<string, unknown>>, context: TableReadContext): Leaf[] {
  const leaves: Leaf[] = [];
  const weaker: Leaf[] = [];
  readMembers(table, [], context, leaves, weaker);
  // A deprecated key counts only if the same place does not set the new one.
  const taken = new Set(leaves.map((leaf) => formatKeyPath(leaf.path)));
  return [...leaves, ...weaker.filter((leaf) => !taken.has(formatKeyPath(leaf.path)))];
}

function readMembers(
  table: Readonly<Record<string, unknown>>,
  parent: KeyPath,
  context: TableReadContext,
  leaves: Leaf[],
  weaker: Leaf[],
): void {
  for (const [name, value] of Object.entries(table)) {
    if (value === undefined) continue;
    const path = [...parent, name];
    const definition = findDefinition(context.definitions, path);
    if (definition !== undefined) {
      leaves.push(...readValue(path, definition, value, path, context));
    } else if (isSection(context.definitions, path)) {
      const problem = nameProblem(name);
      if (problem !== undefined) {
        const key = formatKeyPath(path);
        const message = `\`${key}\` ${problem}`;
        context.findings.issues.push({ message, where: context.placeOf(path).where, key });
      }
      if (isTable(value) && Object.keys(value).length > 0) {
        readMembers(value, path, context, leaves, weaker);
      } else {
        leaves.push({ path, value, origin: originOf(path, context, false) });
      }
    } else {
      weaker.push(...readOther(path, value, table, context));
    }
  }
}

const MAX_NAME_LENGTH = 128;
/** Control characters, and those that end a line or change the direction of a text. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

// Names stand in receipts, in log lines and in headers.
function nameProblem(name: string): string | undefined {
  if (name === "") return "has an empty name";
  if (UNPRINTABLE.test(name)) return "has a name with characters that cannot be printed";
  if (name !== name.trim()) return "has a name that begins or ends with a space";
  return name.length > MAX_NAME_LENGTH ? `has a name of more than ${MAX_NAME_LENGTH} characters` : undefined;
}

function readOther(
  path: KeyPath,
  value: unknown,
  table: Readonly<Record<string, unknown>>,
  context: TableReadContext,
): Leaf[] {
  const { definitions, findings } = context;
  const place = context.placeOf(path);
  const key = formatKeyPath(path);
  const name = path.at(-1)!;
  const secret = secretNamedBy(path, definitions);
  if (secret !== undefined) return readSecret(path, secret, value, table, context);

  const renamed = findDeprecated(context.deprecated, path);
  const definition = renamed === undefined ? undefined : findDefinition(definitions, renamed.replacement);
  if (renamed !== undefined && definition !== undefined) {
    const message = `\`${key}\` is deprecated: use \`${formatKeyPath(renamed.replacement)}\``;
    findings.warnings.push({ message, where: place.where, key });
    return readValue(renamed.replacement, definition, value, path, context);
  }

  const near = suggest(name, namesBelow(definitions, path.slice(0, -1)));
  const hint = near === undefined ? "" : `: did you mean \`${formatKeyPath([...path.slice(0, -1), near])}\`?`;
  // Readers of another version ignore a single key that they do not know. A table has settings that its writer relies on.
  if (hasSettings(value)) {
    findings.issues.push({ message: `\`${key}\` is not a known table${hint}`, where: place.where, key });
    return [];
  }
  findings.warnings.push({
    message: `\`${key}\` is not a known key and is ignored${hint}`,
    where: place.where,
    key,
  });
  return [];
}

function hasSettings(value: unknown): boolean {
  return Array.isArray(value) ? value.some(isTable) : isTable(value);
}

/** The secret key that `<key>_file` is written for; undefined if the name is not of that form. */
function secretNamedBy(path: KeyPath, definitions: readonly KeyDefinition[]): KeyPath | undefined {
  const name = path.at(-1)!;
  if (!name.endsWith(FILE_SUFFIX)) return undefined;
  const secret = [...path.slice(0, -1), name.slice(0, -FILE_SUFFIX.length)];
  return findDefinition(definitions, secret)?.facts.secret === true ? secret : undefined;
}

function readSecret(
  path: KeyPath,
  secret: KeyPath,
  value: unknown,
  table: Readonly<Record<string, unknown>>,
  context: TableReadContext,
): Leaf[] {
  const place = context.placeOf(path);
  if (table[secret.at(-1)!] !== undefined) {
    const key = formatKeyPath(secret);
    const message = `\`${key}\` and \`${formatKeyPath(path)}\` are both set: keep one`;
    context.findings.issues.push({ message, where: place.where, key });
    return [];
  }
  const expanded = expand(value, secret, place, context);
  if (expanded === undefined) return [];
  const text = readSecretFile(expanded.value, secret, place, context);
  if (text === undefined) return [];
  return [{ path: secret, value: text, origin: { ...place, layer: context.layer, redacted: true } }];
}

function readValue(
  path: KeyPath,
  definition: KeyDefinition,
  value: unknown,
  written: KeyPath,
  context: TableReadContext,
): Leaf[] {
  const expanded = expand(value, path, context.placeOf(written), context);
  if (expanded === undefined) return [];
  const redacted = definition.facts.secret === true || expanded.substituted;
  const origin = originOf(written, context, redacted);
  return [{ path, value: absolutePaths(definition, expanded.value, context), origin }];
}

function originOf(path: KeyPath, context: TableReadContext, redacted: boolean): Leaf["origin"] {
  return { ...context.placeOf(path), layer: context.layer, redacted };
}

/** Replaces the variables in all strings of a value. A missing variable is reported, and gives undefined. */
function expand(
  value: unknown,
  path: KeyPath,
  place: Place,
  context: TableReadContext,
): { value: unknown; substituted: boolean } | undefined {
  const { interpolate } = context;
  if (interpolate === undefined) return { value, substituted: false };
  let substituted = false;
  const problems: string[] = [];
  const visit = (item: unknown): unknown => {
    if (Array.isArray(item)) return item.map(visit);
    if (isTable(item)) {
      return Object.fromEntries(Object.entries(item).map(([name, member]) => [name, visit(member)]));
    }
    if (typeof item !== "string") return item;
    const result = interpolate(item);
    substituted ||= result.substituted;
    problems.push(...result.problems);
    return result.text;
  };
  const expanded = visit(value);
  const key = formatKeyPath(path);
  for (const problem of problems) {
    context.findings.issues.push({ message: `\`${key}\` ${problem}`, where: place.where, key });
  }
  return problems.length > 0 ? undefined : { value: expanded, substituted };
}
