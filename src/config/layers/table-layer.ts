import { suggest } from "../../lib/index.ts";
import { findDeprecated } from "../schema/deprecated-keys.ts";
import { formatKeyPath, isTable, type KeyPath } from "../schema/key-path.ts";
import { findRow, isSection, type KeyRow, namesBelow } from "../schema/key-table.ts";
import type { Interpolation } from "./interpolation.ts";
import type { LayerName, Leaf, Place } from "./layer.ts";
import { absolutePaths, type Reading, readSecretFile } from "./reading.ts";

/** What reading a nested table needs beside the rest: a file's text, or the flags of a command. */
export interface TableReading extends Reading {
  readonly layer: LayerName;
  placeOf(path: KeyPath): Place;
  /** Puts variables into the strings; without it they are taken as they stand. */
  readonly interpolate?: (text: string) => Interpolation;
}

const FILE_SUFFIX = "_file";

/** Reads a nested table as a layer; what is not a key is reported and left out. */
export function readTable(table: Readonly<Record<string, unknown>>, reading: TableReading): Leaf[] {
  const leaves: Leaf[] = [];
  const weaker: Leaf[] = [];
  readMembers(table, [], reading, leaves, weaker);
  // A renamed key counts only where its new name is not used in the same place.
  const taken = new Set(leaves.map((leaf) => formatKeyPath(leaf.path)));
  return [...leaves, ...weaker.filter((leaf) => !taken.has(formatKeyPath(leaf.path)))];
}

function readMembers(
  table: Readonly<Record<string, unknown>>,
  parent: KeyPath,
  reading: TableReading,
  leaves: Leaf[],
  weaker: Leaf[],
): void {
  for (const [name, value] of Object.entries(table)) {
    if (value === undefined) continue;
    const path = [...parent, name];
    const row = findRow(reading.rows, path);
    if (row !== undefined) {
      leaves.push(...readValue(path, row, value, path, reading));
    } else if (isSection(reading.rows, path)) {
      if (name === "") {
        const key = formatKeyPath(path);
        const message = `\`${key}\` has an empty name`;
        reading.findings.issues.push({ message, where: reading.placeOf(path).where, key });
      }
      if (isTable(value) && Object.keys(value).length > 0) {
        readMembers(value, path, reading, leaves, weaker);
      } else {
        leaves.push({ path, value, origin: originOf(path, reading, false) });
      }
    } else {
      weaker.push(...readOther(path, value, table, reading));
    }
  }
}

function readOther(
  path: KeyPath,
  value: unknown,
  table: Readonly<Record<string, unknown>>,
  reading: TableReading,
): Leaf[] {
  const { rows, findings } = reading;
  const place = reading.placeOf(path);
  const key = formatKeyPath(path);
  const name = path.at(-1)!;

  const target = name.endsWith(FILE_SUFFIX) ? name.slice(0, -FILE_SUFFIX.length) : "";
  const secretPath = [...path.slice(0, -1), target];
  if (target !== "" && findRow(rows, secretPath)?.facts.secret === true) {
    const secretKey = formatKeyPath(secretPath);
    if (table[target] !== undefined) {
      const message = `\`${secretKey}\` and \`${key}\` are both set: keep one`;
      findings.issues.push({ message, where: place.where, key: secretKey });
      return [];
    }
    const expanded = expand(value, secretPath, place, reading);
    if (expanded === undefined) return [];
    const secret = readSecretFile(expanded.value, secretPath, place, reading);
    if (secret === undefined) return [];
    return [{ path: secretPath, value: secret, origin: { ...place, layer: reading.layer, redacted: true } }];
  }

  const renamed = findDeprecated(reading.deprecated, path);
  const row = renamed === undefined ? undefined : findRow(rows, renamed.replacement);
  if (renamed !== undefined && row !== undefined) {
    const message = `\`${key}\` is deprecated: use \`${formatKeyPath(renamed.replacement)}\``;
    findings.warnings.push({ message, where: place.where, key });
    return readValue(renamed.replacement, row, value, path, reading);
  }

  const near = suggest(name, namesBelow(rows, path.slice(0, -1)));
  const hint = near === undefined ? "" : `: did you mean \`${formatKeyPath([...path.slice(0, -1), near])}\`?`;
  findings.warnings.push({
    message: `\`${key}\` is not a known key and is ignored${hint}`,
    where: place.where,
    key,
  });
  return [];
}

function readValue(
  path: KeyPath,
  row: KeyRow,
  value: unknown,
  written: KeyPath,
  reading: TableReading,
): Leaf[] {
  const expanded = expand(value, path, reading.placeOf(written), reading);
  if (expanded === undefined) return [];
  const redacted = row.facts.secret === true || expanded.substituted;
  const origin = originOf(written, reading, redacted);
  return [{ path, value: absolutePaths(row, expanded.value, reading), origin }];
}

function originOf(path: KeyPath, reading: TableReading, redacted: boolean): Leaf["origin"] {
  return { ...reading.placeOf(path), layer: reading.layer, redacted };
}

/** The value with variables in all its strings; undefined, and reported, when one is missing. */
function expand(
  value: unknown,
  path: KeyPath,
  place: Place,
  reading: TableReading,
): { value: unknown; substituted: boolean } | undefined {
  const { interpolate } = reading;
  if (interpolate === undefined) return { value, substituted: false };
  let substituted = false;
  const problems: string[] = [];
  const visit = (item: unknown): unknown => {
    if (Array.isArray(item)) return item.map(visit);
    if (typeof item !== "string") return item;
    const result = interpolate(item);
    substituted ||= result.substituted;
    problems.push(...result.problems);
    return result.text;
  };
  const expanded = visit(value);
  const key = formatKeyPath(path);
  for (const problem of problems) {
    reading.findings.issues.push({ message: `\`${key}\` ${problem}`, where: place.where, key });
  }
  return problems.length > 0 ? undefined : { value: expanded, substituted };
}
