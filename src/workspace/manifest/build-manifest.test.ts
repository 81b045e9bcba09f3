import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { buildManifest } from "./build-manifest.ts";
import type { ManifestEntry } from "./manifest.ts";

const entry = (rawPath: string, other: Partial<ManifestEntry> = {}): ManifestEntry => ({
  rawPath,
  type: "file",
  mode: 0o644,
  size: 1,
  sha256: "a".repeat(64),
  ...other,
});
const rootOf = async (...entries: ManifestEntry[]) => (await buildManifest(entries)).root;
const sha256 = (...parts: (string | Buffer)[]) => {
  const digest = createHash("sha256");
  for (const part of parts) digest.update(typeof part === "string" ? Buffer.from(part, "latin1") : part);
  return digest.digest();
};

describe("a manifest", () => {
  it("has the Merkle root over its sorted entries", async () => {
    const left = sha256("\0", `file\0${"755"}\x005\0${"b".repeat(64)}\0a\xff`);
    const right = sha256("\0", `directory\0${"700"}\x000\0\0b`);
    const entries = [
      entry("b", { type: "directory", mode: 0o700, size: 0, sha256: "" }),
      entry("a\xff", { mode: 0o755, size: 5, sha256: "b".repeat(64) }),
    ];
    const manifest = await buildManifest(entries);
    expect(manifest.root).toBe(sha256("\x01", left, right).toString("hex"));
    expect(manifest.entries).toEqual([entries[1], entries[0]]);
    expect(entries[0]!.rawPath).toBe("b");
  });

  it("of nothing has the root of an empty tree", async () => {
    expect(await buildManifest([])).toEqual({ entries: [], root: sha256("").toString("hex") });
  });

  it("is sorted by bytes, whatever the order was", async () => {
    const paths = ["a", "a-b", "a/b", "a0", "B", "\xe9"];
    const entries = paths.map((path) => entry(path));
    const manifest = await buildManifest(entries.toReversed());
    expect(manifest.entries.map(({ rawPath }) => rawPath)).toEqual(paths.toSorted());
    expect(manifest.root).toBe(await rootOf(...entries));
  });

  it("has another root if any member of an entry differs", async () => {
    const roots = await Promise.all([
      rootOf(entry("a")),
      rootOf(entry("b")),
      rootOf(entry("a", { type: "symlink" })),
      rootOf(entry("a", { mode: 0o645 })),
      rootOf(entry("a", { size: 2 })),
      rootOf(entry("a", { sha256: "c".repeat(64) })),
      rootOf(entry("a"), entry("b")),
    ]);
    expect(new Set(roots).size).toBe(roots.length);
  });

  it("lets other work go on while it is built", async () => {
    const many = Array.from({ length: 4001 }, (_, index) => entry(`f${index}`));
    let turns = 0;
    const count = () => {
      turns += 1;
      immediate = setImmediate(count);
    };
    let immediate = setImmediate(count);
    const manifest = await buildManifest(many);
    clearImmediate(immediate);
    expect(turns).toBeGreaterThanOrEqual(2);
    expect(turns).toBeLessThan(100);
    expect(manifest.entries).toHaveLength(4001);
  });
});
