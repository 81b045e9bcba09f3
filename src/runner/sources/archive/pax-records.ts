import { archiveError } from "./archive-error.ts";

/** What a pax header says of the next entry. */
export interface PaxFacts {
  readonly path?: string;
  readonly size?: number;
}

/** Members that say nothing of names and contents. */
const WITHOUT_EFFECT =
  /^(?:atime|ctime|mtime|uid|gid|uname|gname|comment|charset|LIBARCHIVE\.creationtime|LIBARCHIVE\.xattr\..*|SCHILY\.(?:dev|ino|nlink|fflags|acl\..*|xattr\..*)|APPLE\..*)$/;

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Reads the records of a pax header: each is its own length in bytes, a space, `name=value` and a line feed. */
export function readPaxRecords(bytes: Buffer): PaxFacts {
  const facts: { path?: string; size?: number } = {};
  let at = 0;
  while (at < bytes.length) {
    const space = bytes.indexOf(0x20, at);
    const digits = space === -1 ? "" : bytes.toString("latin1", at, space);
    const length = /^[1-9][0-9]{0,8}$/.test(digits) ? Number(digits) : 0;
    const end = at + length;
    if (length === 0 || end > bytes.length || end <= space + 1 || bytes[end - 1] !== 0x0a)
      throw archiveError("a pax header is damaged");
    const [name, value] = recordOf(bytes.subarray(space + 1, end - 1));
    if (name === "path") facts.path = value;
    else if (name === "size") facts.size = sizeOf(value);
    else if (!WITHOUT_EFFECT.test(name))
      throw archiveError(`the pax header ${JSON.stringify(name)} is not supported`);
    at = end;
  }
  return facts;
}

function recordOf(bytes: Buffer): readonly [name: string, value: string] {
  const equals = bytes.indexOf(0x3d);
  if (equals <= 0) throw archiveError("a pax header is damaged");
  const name = bytes.toString("latin1", 0, equals);
  // Attributes of files are bytes, which nobody reads here.
  if (name !== "path") return [name, bytes.toString("latin1", equals + 1)];
  try {
    return [name, decoder.decode(bytes.subarray(equals + 1))];
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw archiveError("a name is not UTF-8");
  }
}

function sizeOf(value: string): number {
  if (!/^(?:0|[1-9][0-9]{0,14})$/.test(value)) throw archiveError("the size in a pax header is no number");
  return Number(value);
}
