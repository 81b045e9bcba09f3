import { hash } from "node:crypto";
import { hashPrefixedLeaf } from "./hashing.ts";

/** The state of a log that the next entry continues. */
export interface EntryHead {
  readonly origin: string;
  readonly tenant: string;
  readonly size: number;
  /** SHA-256 of the last entry's bytes; null while there is none. */
  readonly last: string | null;
}

/**
 * An entry's canonical JSON in three pieces, around the two values that only its place in a log decides: `before` ends in
 * the name of its place, `between` in the name of its own hash, and `after` ends the object.
 */
export interface EntryPieces {
  readonly before: string;
  readonly between: string;
  readonly after: string;
}

/** The bytes of an entry at its place. */
export interface ChainedEntry {
  readonly bytes: Uint8Array;
  /** SHA-256 of the bytes. */
  readonly sha256: string;
  /** The hash of the bytes as a leaf of the log's Merkle tree. */
  readonly leaf: Uint8Array;
  /** The hash that the entry states: computed with that member set to null. */
  readonly ownSha256: string;
}

const HASH_MEMBER = 2 + 64;

/**
 * Gives an entry its place: the bytes that are stored, and their hashes. Who is done with the bytes before the next call
 * may give the same memory again and again through `allocate`.
 */
export function chainEntry(
  head: EntryHead,
  pieces: EntryPieces,
  allocate: (size: number) => Buffer = Buffer.allocUnsafe,
): ChainedEntry {
  const { origin, tenant, size, last } = head;
  const prev = last === null ? "null" : `"${last}"`;
  const chain = `{"origin":${JSON.stringify(origin)},"prev":${prev},"seq":${size},"tenant":${JSON.stringify(tenant)}}`;
  const start = pieces.before + chain + pieces.between;
  const startSize = Buffer.byteLength(start);
  const afterSize = Buffer.byteLength(pieces.after);
  // The first byte is room for the prefix of a leaf; the hash is filled in where `null` stood when it was computed.
  const whole = allocate(1 + startSize + HASH_MEMBER + afterSize);
  whole.write(start, 1);
  const at = 1 + startSize;
  whole.write("null", at);
  whole.write(pieces.after, at + 4);
  const ownSha256 = hash("sha256", whole.subarray(1, at + 4 + afterSize));
  whole.copyWithin(at + HASH_MEMBER, at + 4, at + 4 + afterSize);
  whole.write(`"${ownSha256}"`, at);
  const bytes = whole.subarray(1);
  return { bytes, sha256: hash("sha256", bytes), leaf: hashPrefixedLeaf(whole), ownSha256 };
}
