import type { z } from "zod";
import { formatKeyPath, settingIssuesOf } from "../../contract/index.ts";
import type { ConfigIssue } from "../issue.ts";
import type { Leaf } from "../layers/layer.ts";
import { buildTable } from "../layers/merge.ts";
import type { KeyPath } from "../schema/key-path.ts";
import { findDefinition, type KeyDefinition } from "../schema/key-table.ts";

/** Members of an entry that decide which other members it needs. */
const DECIDING = /\.(?:preset|dialect|type|provider)$/;

/**
 * Lists what `check` finds in the part of a configuration that the schema accepts, each with its place. `known` are the issues so
 * far: what may only follow from them is left out.
 */
export function listUsableIssues(
  schema: z.ZodObject,
  leaves: readonly Leaf[],
  definitions: readonly KeyDefinition[],
  known: readonly ConfigIssue[],
  check: (config: never) => void,
): ConfigIssue[] {
  const wrong = known.flatMap(({ key }) => (key === undefined ? [] : [key]));
  const usable = leaves.filter(({ path }) => {
    const key = formatKeyPath(path);
    return !wrong.some((one) => isWithin(key, one) || isWithin(one, key));
  });
  const stand = wrong.flatMap((key) => standInOf(splitKey(key), definitions));
  const parsed = schema.safeParse(buildTable([...usable, ...stand]));
  if (!parsed.success) return [];
  try {
    check(parsed.data as never);
    return [];
  } catch (error) {
    return settingIssuesOf(error).flatMap(({ message, key }) => {
      const setting = key.replace(/\[\d+\]$/, "");
      if (wrong.some((one) => isWithin(one, setting) || mayCause(one, setting))) return [];
      return [{ message, key: setting, where: placeOf(leaves, setting) ?? key }];
    });
  }
}

// An entry without a key that it must have would be left out, and with it every other problem of the entry.
function standInOf(path: KeyPath, definitions: readonly KeyDefinition[]): Leaf[] {
  const definition = findDefinition(definitions, path);
  if (definition?.required !== true) return [];
  const text = definition.options?.[0] ?? "unknown";
  const number = definition.minimum ?? 1;
  const values = { string: text, list: [text], boolean: false, integer: number, number } as const;
  return [
    { path, value: values[definition.kind], origin: { layer: "default", where: "default", redacted: false } },
  ];
}

/** Splits a path that `formatKeyPath` wrote. */
function splitKey(key: string): KeyPath {
  const names = key.match(/"(?:[^"\\]|\\.)*"|[^.]+/g) ?? [];
  return names.map((name) => (name.startsWith('"') ? (JSON.parse(name) as string) : name));
}

function isWithin(key: string, table: string): boolean {
  return key === table || key.startsWith(`${table}.`);
}

function mayCause(wrong: string, key: string): boolean {
  return DECIDING.test(wrong) && isWithin(key, wrong.replace(DECIDING, ""));
}

/** The place of a setting; of its table's first setting if it is missing. */
function placeOf(leaves: readonly Leaf[], setting: string): string | undefined {
  const named = leaves.map(({ path, origin }) => ({ key: formatKeyPath(path), where: origin.where }));
  for (let table = setting; table !== ""; table = table.slice(0, Math.max(0, table.lastIndexOf(".")))) {
    const found = named.find(({ key }) => isWithin(key, table));
    if (found !== undefined) return found.where;
  }
  return undefined;
}
