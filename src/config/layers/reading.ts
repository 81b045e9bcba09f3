import { isAbsolute, join, resolve } from "node:path";
import type { Findings } from "../issue.ts";
import type { DeprecatedKey } from "../schema/deprecated-keys.ts";
import { formatKeyPath, type KeyPath } from "../schema/key-path.ts";
import type { KeyRow } from "../schema/key-table.ts";
import type { Place } from "./layer.ts";

/** Reads a file as text; throws what `node:fs` throws. */
export type ReadFile = (path: string) => string;

/** What every reader of a layer needs. */
export interface Reading {
  readonly rows: readonly KeyRow[];
  readonly deprecated: readonly DeprecatedKey[];
  /** The directory that relative paths of the layer count from. */
  readonly base: string;
  readonly home: string;
  readonly readFile: ReadFile;
  readonly findings: Findings;
}

/** The value of a key with its paths made absolute. */
export function absolutePaths(row: KeyRow, value: unknown, reading: Reading): unknown {
  if (row.facts.path !== true) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => absolutePath(item, reading));
  return absolutePath(value, reading);
}

/** The secret that a file holds, without the line break at its end; undefined, and reported, when unreadable. */
export function readSecretFile(
  name: unknown,
  path: KeyPath,
  place: Place,
  reading: Reading,
): string | undefined {
  const key = formatKeyPath(path);
  if (typeof name !== "string" || name === "") {
    reading.findings.issues.push({
      message: `the file for \`${key}\` must be a path`,
      where: place.where,
      key,
    });
    return undefined;
  }
  const file = String(absolutePath(name, reading));
  try {
    return reading.readFile(file).replace(/\r?\n$/, "");
  } catch (error) {
    const message = `the file for \`${key}\` cannot be read: ${describeReadError(error, file)}`;
    reading.findings.issues.push({ message, where: place.where, key });
    return undefined;
  }
}

/** Why a file could not be read, in one line. */
export function describeReadError(error: unknown, file: string): string {
  const code = (error as { code?: unknown } | null)?.code;
  if (code === "ENOENT") return `${file} does not exist`;
  if (code === "EACCES" || code === "EPERM") return `no permission to read ${file}`;
  if (code === "EISDIR") return `${file} is a directory`;
  const reason = error instanceof Error ? error.message.split("\n", 1)[0] : String(error);
  return `${file}: ${reason}`;
}

function absolutePath(value: unknown, { base, home }: Reading): unknown {
  if (typeof value !== "string" || value === "" || isAbsolute(value)) return value;
  if (value === "~" || value.startsWith("~/")) return join(home, value.slice(1));
  return resolve(base, value);
}
