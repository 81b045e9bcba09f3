import { open } from "node:fs/promises";
import type { WorkspaceRecord } from "../../contract/index.ts";
import { type Change, displayPath } from "../../workspace/index.ts";

/** The most of a patch that the receipt holds. */
const MAX_DIFF_BYTES = 64 * 1024;

/** The most lines of the status in the receipt. */
const MAX_STATUS_LINES = 1000;

const letters = {
  added: "A",
  modified: "M",
  deleted: "D",
  mode_changed: "M",
  type_changed: "T",
  renamed: "R",
};

/** Counts changes by kind. A change of the type counts as modified. */
export function countChanges(changes: readonly Change[]): NonNullable<WorkspaceRecord["changes"]> {
  const count = (...kinds: readonly Change["kind"][]): number =>
    changes.filter(({ kind }) => kinds.includes(kind)).length;
  return {
    added: count("added"),
    modified: count("modified", "type_changed"),
    deleted: count("deleted"),
    renamed: count("renamed"),
    mode_changed: count("mode_changed"),
  };
}

/** The changes of files in the form of `git status --porcelain`; null if there are none. */
export function describeStatus(changes: readonly Change[]): string | null {
  const files = changes.filter(({ before, after }) => (after ?? before)?.type !== "directory");
  if (files.length === 0) return null;
  const lines = files.slice(0, MAX_STATUS_LINES).map(({ kind, rawPath, from }) => {
    const path = printable(rawPath);
    return `${letters[kind]}  ${from === undefined ? path : `${printable(from)} -> ${path}`}\n`;
  });
  const more = files.length - lines.length;
  return `${lines.join("")}${more === 0 ? "" : `# and ${more} more\n`}`;
}

/** Reads the beginning of a patch. Says how much is left out. */
export async function readDiff(path: string, bytes: number): Promise<string> {
  const file = await open(path);
  try {
    const buffer = Buffer.alloc(Math.min(bytes, MAX_DIFF_BYTES));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    const text = buffer.subarray(0, bytesRead).toString();
    return bytes > bytesRead ? `${text}\n# ${bytes - bytesRead} more bytes are in the artifact\n` : text;
  } finally {
    await file.close();
  }
}

// A name with a line break would look like another line.
function printable(rawPath: string): string {
  const path = displayPath(rawPath);
  return /[\p{Cc}"\\]/u.test(path) ? JSON.stringify(path) : path;
}
