import { setImmediate } from "node:timers/promises";
import { hashPrefixedLeaf, MerkleFrontier } from "../../lib/index.ts";
import type { Manifest, ManifestEntry } from "./manifest.ts";

// The event loop gets a turn after so many entries.
const ENTRIES_PER_TURN = 2000;

/** Sorts the entries and computes the root of the tree over them. */
export async function buildManifest(entries: readonly ManifestEntry[]): Promise<Manifest> {
  const sorted = entries.toSorted((left, right) => (left.rawPath < right.rawPath ? -1 : 1));
  const frontier = new MerkleFrontier();
  for (const [index, entry] of sorted.entries()) {
    frontier.append(hashPrefixedLeaf(leafOf(entry)));
    if (index % ENTRIES_PER_TURN === ENTRIES_PER_TURN - 1) await setImmediate();
  }
  return { entries: sorted, root: Buffer.from(frontier.root()).toString("hex") };
}

// A name cannot hold a NUL byte, and it comes last, so that no two entries have the same leaf. The first byte is free.
function leafOf({ rawPath, type, mode, size, sha256 }: ManifestEntry): Buffer {
  return Buffer.from(`\0${type}\0${mode.toString(8)}\0${size}\0${sha256}\0${rawPath}`, "latin1");
}
