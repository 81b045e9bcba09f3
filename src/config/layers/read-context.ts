import { isAbsolute, join, resolve } from "node:path";
import { formatKeyPath } from "../../contract/index.ts";
import type { Findings } from "../issue.ts";
import type { DeprecatedKey } from "../schema/deprecated-keys.ts";
import type { KeyPath } from "../schema/key-path.ts";
import type { KeyDefinition } from "../schema/key-table.ts";
import type { Place } from "./layer.ts";

/** Reads a file as text. Throws the errors of `node:fs`. */
export type ReadFile = (path: string) => string;

/** What the readers of all layers share. They add to `findings` and go on, so that all problems are reported at once. */
export interface ReadContext {
  readonly definitions: readonly KeyDefinition[];
  readonly deprecated: readonly DeprecatedKey[];
  /** The directory that relative paths of the layer are resolved against. */
  readonly base: string;
  readonly home: string;
  readonly readFile: ReadFile;
  readonly findings: Findings;
}

/** Makes the paths in a key's value absolute. Other values are returned unchanged. */
export function absolutePaths(definition: KeyDefinition, value: unknown, context: ReadContext): unknown {
  if (definition.facts.path !== true) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => absolutePath(item, context));
  return absolutePath(value, context);
}

/** Reads a secret from a file, without the line break at its end. A failure is reported, and gives undefined. */
export function readSecretFile(
  name: unknown,
  path: KeyPath,
  place: Place,
  context: ReadContext,
): string | undefined {
  const key = formatKeyPath(path);
  if (typeof name !== "string" || name === "") {
    context.findings.issues.push({
      message: `the file for \`${key}\` must be a path`,
      where: place.where,
      key,
    });
    return undefined;
  }
  const file = String(absolutePath(name, context));
  try {
    return context.readFile(file).replace(/\r?\n$/, "");
  } catch (error) {
    const message = `the file for \`${key}\` cannot be read: ${describeReadError(error, file)}`;
    context.findings.issues.push({ message, where: place.where, key });
    return undefined;
  }
}

/** Describes an error of `ReadFile` in one line. */
export function describeReadError(error: unknown, file: string): string {
  const code = (error as { code?: unknown } | null)?.code;
  if (code === "ENOENT") return `${file} does not exist`;
  if (code === "EACCES" || code === "EPERM") return `no permission to read ${file}`;
  if (code === "EISDIR") return `${file} is a directory`;
  const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
  return `${file}: ${reason}`;
}

function absolutePath(value: unknown, { base, home }: ReadContext): unknown {
  if (typeof value !== "string" || value === "" || isAbsolute(value)) return value;
  if (value === "~" || value.startsWith("~/")) return join(home, value.slice(1));
  return resolve(base, value);
}
