import { createHash, hash } from "node:crypto";

export type ObjectType = "blob" | "tree" | "commit";

/** One entry of a tree object. Names have one character per byte. */
export interface TreeEntry {
  readonly name: string;
  readonly mode: number;
  readonly oid: string;
}

/** The modes that git knows. */
export const modes = { file: 0o100644, program: 0o100755, link: 0o120000, tree: 0o040000, gitlink: 0o160000 };

const OID_BYTES = 20;

/** The mode of a file with these permission bits. */
export function fileMode(permissions: number): number {
  return (permissions & 0o100) === 0 ? modes.file : modes.program;
}

/** Head and content of a small object, for one call of the hash. */
const small = Buffer.allocUnsafe(64 * 1024);
const MAX_HEAD_BYTES = 32;

/** The SHA-1 name of an object. */
export function objectId(type: ObjectType, content: Uint8Array): string {
  if (content.length <= small.length - MAX_HEAD_BYTES) {
    const start = small.write(`${type} ${content.length}\0`, "latin1");
    small.set(content, start);
    return hash("sha1", small.subarray(0, start + content.length), "hex");
  }
  return createHash("sha1").update(`${type} ${content.length}\0`).update(content).digest("hex");
}

/** Undefined if the bytes are no tree, or hold a name that no directory can have. */
export function parseTree(content: Buffer): readonly TreeEntry[] | undefined {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(32, at);
    const end = content.indexOf(0, space);
    if (space === -1 || end === -1 || end + OID_BYTES >= content.length + 1) return undefined;
    const mode = content.toString("latin1", at, space);
    const name = content.toString("latin1", space + 1, end);
    if (!/^[0-7]{5,6}$/.test(mode) || !isEntryName(name)) return undefined;
    const oid = content.toString("hex", end + 1, end + 1 + OID_BYTES);
    if (oid.length !== 2 * OID_BYTES) return undefined;
    entries.push({ mode: Number.parseInt(mode, 8), name, oid });
    at = end + 1 + OID_BYTES;
  }
  return entries;
}

/** The bytes of a tree object, in the order of git: a directory sorts as if its name ended in a slash. */
export function writeTree(entries: readonly TreeEntry[]): Buffer {
  const key = ({ name, mode }: TreeEntry) => (mode === modes.tree ? `${name}/` : name);
  const sorted = entries
    .map((entry) => ({ entry, key: key(entry) }))
    .sort((one, other) => (one.key < other.key ? -1 : 1));
  // One character per byte, the names of the objects included.
  const text = sorted.map(({ entry }) => `${entry.mode.toString(8)} ${entry.name}\0${hexBytes(entry.oid)}`);
  return Buffer.from(text.join(""), "latin1");
}

function hexBytes(hex: string): string {
  return Buffer.from(hex, "hex").toString("latin1");
}

function isEntryName(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && !name.includes("/");
}
