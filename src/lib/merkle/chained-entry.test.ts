import { hash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { canonicalize, canonicalPieces } from "../json/index.ts";
import { chainEntry, type EntryHead } from "./chained-entry.ts";
import { hashLeaf, hashNode } from "./hashing.ts";

const sha256 = (data: string | Uint8Array) => hash("sha256", data);
const facts = { artifacts: ["é"], outcome: "complete", zeta: [1, 2] };
const [before, between, after] = canonicalPieces(facts, ["chain", "own"]) as [string, string, string];
const pieces = { before, between, after };

describe("an entry at its place in a log", () => {
  test.each<EntryHead>([
    { origin: "log.test/a", tenant: "a", size: 0, last: null },
    { origin: 'log "é"', tenant: "\u2028", size: 9_007_199_254_740_991, last: "0".repeat(64) },
  ])("of %j is canonical JSON with its place and its own hash", (head) => {
    const entry = chainEntry(head, pieces);
    const { origin, tenant, size: seq, last: prev } = head;
    const chain = { origin, tenant, seq, prev };
    const own = sha256(canonicalize({ ...facts, chain, own: null }));
    const whole = canonicalize({ ...facts, chain, own });
    expect(Buffer.from(entry.bytes).toString("utf8")).toBe(whole);
    expect([entry.ownSha256, entry.sha256]).toEqual([own, sha256(whole)]);
    expect(Buffer.compare(entry.leaf, hashLeaf(Buffer.from(whole)))).toBe(0);
  });

  test("may be written into memory that the caller gives, which is exactly as long as it needs", () => {
    const asked: number[] = [];
    const memory = Buffer.alloc(4096, 0xff);
    const head = { origin: "o", tenant: "t", size: 1, last: "a".repeat(64) };
    const entry = chainEntry(head, pieces, (size) => {
      asked.push(size);
      return memory.subarray(0, size);
    });
    expect(asked).toEqual([entry.bytes.length + 1]);
    expect(entry).toEqual({ ...chainEntry(head, pieces), bytes: entry.bytes });
    expect(Buffer.compare(entry.bytes, memory.subarray(1, 1 + entry.bytes.length))).toBe(0);
    expect(memory[entry.bytes.length + 1]).toBe(0xff);
  });
});

test("only hashes of 32 bytes are joined", () => {
  const [left, right] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  expect(hashNode(left, right)).toHaveLength(32);
  for (const wrong of [Buffer.alloc(31), Buffer.alloc(33), Buffer.alloc(0)]) {
    expect(() => hashNode(wrong, right)).toThrow(new RangeError("a hash has 32 bytes"));
    expect(() => hashNode(left, wrong)).toThrow(new RangeError("a hash has 32 bytes"));
  }
});
