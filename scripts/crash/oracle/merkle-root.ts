import { createHash } from "node:crypto";

/** The signed statement of a log's size and root (c2sp.org/tlog-checkpoint). */
export interface CheckpointFacts {
  readonly origin: string;
  readonly size: number;
  /** In Base64. */
  readonly root: string;
}

/** Computes the root of RFC 6962 over so many entries, by its recursive definition. */
export function computeRoot(entries: readonly Uint8Array[]): Buffer {
  return rootOf(entries.map((entry) => sha256(Buffer.from([0]), entry)));
}

/** Reads the first three lines of a checkpoint. */
export function readCheckpoint(text: string): CheckpointFacts {
  const [origin = "", size = "", root = ""] = text.split("\n");
  return { origin, size: Number(size), root };
}

function rootOf(hashes: readonly Buffer[]): Buffer {
  if (hashes.length === 0) return sha256();
  if (hashes.length === 1) return hashes[0] as Buffer;
  let split = 1;
  while (split * 2 < hashes.length) split *= 2;
  return sha256(Buffer.from([1]), rootOf(hashes.slice(0, split)), rootOf(hashes.slice(split)));
}

function sha256(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}
