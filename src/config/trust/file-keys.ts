import { isDeepStrictEqual } from "node:util";
import { parse } from "smol-toml";
import { formatKeyPath } from "../../contract/index.ts";
import { locateKeys } from "../layers/toml-positions.ts";
import { isTable, type KeyPath, listValuesOf } from "../schema/key-path.ts";
import { printable } from "./printable.ts";

/** A key that a file sets: its name and its place, never its value. */
export interface FileKey {
  /** The path as TOML writes it. Printable ASCII only, because a stranger chose the names. */
  readonly key: string;
  /** `backplane.toml:3:1`. */
  readonly where: string;
}

/** The settings of a file as they are written: no variable is replaced, and no other file is read. */
export type RawTable = Readonly<Record<string, unknown>>;

/** The deepest key that is read. The known keys have at most three names. */
const MAX_DEPTH = 16;

const MAX_KEY_LENGTH = 120;

/** Parses a file without any effect. Gives undefined if it is not TOML in UTF-8, or is nested too deeply. */
export function parseRaw(bytes: Uint8Array): RawTable | undefined {
  try {
    const table: RawTable = parse(decode(bytes), { unsafeKeyBehaviour: "throw", maxDepth: MAX_DEPTH });
    return isDeeper(table, MAX_DEPTH) ? undefined : table;
  } catch {
    return undefined; // The file is a stranger's. Whatever is wrong with it, it sets nothing.
  }
}

/** Lists the keys that a file sets, in its order. Gives undefined if `parseRaw` does. */
export function listFileKeys(bytes: Uint8Array, shown: string): FileKey[] | undefined {
  const table = parseRaw(bytes);
  if (table === undefined) return undefined;
  const positions = locateKeys(decode(bytes));
  const keys = keyPathsOf(table).map((path) => {
    const position = positions.get(formatKeyPath(path));
    const where = position === undefined ? shown : `${shown}:${position.line}:${position.column}`;
    return { key: printableKey(path), where, line: position?.line ?? 0, column: position?.column ?? 0 };
  });
  return keys
    .sort((left, right) => left.line - right.line || left.column - right.column)
    .map(({ key, where }) => ({ key, where }));
}

/** Lists the keys whose values differ between two files. */
export function listChangedKeys(before: RawTable, after: RawTable): string[] {
  const left = valuesByKey(before);
  const right = valuesByKey(after);
  return [...new Set([...left.keys(), ...right.keys()])]
    .filter((key) => !isDeepStrictEqual(left.get(key), right.get(key)))
    .sort();
}

/** Lists the entries of `[keys]` that are missing or different in another version of the file. */
export function listRevokedKeys(before: RawTable, after: RawTable): string[] {
  const entries = tableOf(before["keys"]);
  const others = tableOf(after["keys"]);
  return Object.keys(entries).filter(
    (name) => !Object.hasOwn(others, name) || !isDeepStrictEqual(entries[name], others[name]),
  );
}

/** The text of a file, without a byte order mark. Throws if it is not UTF-8. */
export function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

function valuesByKey(table: RawTable): Map<string, unknown> {
  return new Map(listValuesOf(table).map(({ path, value }) => [printableKey(path), value]));
}

// An empty table is named as well: it is a setting of its own for some keys.
function keyPathsOf(table: RawTable, parent: KeyPath = []): KeyPath[] {
  return Object.entries(table).flatMap(([name, value]) => {
    const path = [...parent, name];
    return isTable(value) && Object.keys(value).length > 0 ? keyPathsOf(value, path) : [path];
  });
}

function printableKey(path: KeyPath): string {
  const text = printable(formatKeyPath(path));
  return text.length > MAX_KEY_LENGTH ? `${text.slice(0, MAX_KEY_LENGTH)}...` : text;
}

// Dotted names such as a.a.a make tables that the parser does not count. Iterative, because they may be very deep.
function isDeeper(table: RawTable, limit: number): boolean {
  let level: unknown[] = [table];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true;
    level = level.flatMap((value) =>
      Array.isArray(value) ? value : isTable(value) ? Object.values(value) : [],
    );
  }
  return false;
}

function tableOf(value: unknown): RawTable {
  return isTable(value) ? value : {};
}
