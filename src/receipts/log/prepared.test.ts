import { createHash } from "node:crypto";
import canonicalReference from "canonicalize";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildReceipt, type Receipt } from "../../contract/index.ts";
import { chainEntry } from "../../lib/index.ts";
import { chainReceipt, prepareReceipt } from "../index.ts";

const sha = (...parts: Uint8Array[]) => createHash("sha256").update(Buffer.concat(parts)).digest("hex");
const plain = buildReceipt({
  runId: "00000000-0000-4000-8000-000000000001",
  workOrderId: "00000000-0000-4000-8000-000000000002",
  startedAt: new Date("2026-03-01T08:00:00Z"),
  finishedAt: new Date("2026-03-01T08:00:01Z"),
  backend: { id: "mock" },
  outcome: "complete",
});

/** The definition: the place goes in, the hash of the form with a null hash goes in, canonical JSON of all that. */
function define(receipt: Receipt, chain: object): { bytes: Buffer; receiptSha256: string } {
  const write = (value: object) => Buffer.from(canonicalReference(value) as string);
  const named = { ...receipt, chain, hash_alg: "jcs-sha256", receipt_sha256: null };
  const receiptSha256 = sha(write(named));
  return { bytes: write({ ...named, receipt_sha256: receiptSha256 }), receiptSha256 };
}

const head = fc.record({
  origin: fc.string({ unit: "grapheme", minLength: 1 }),
  tenant: fc.string({ unit: "grapheme", minLength: 1 }),
  size: fc.nat(),
  last: fc.option(fc.constant("ab".repeat(32))),
});
// Names around the two members that are left open, since a receipt may have members of its own anywhere.
const name = fc.oneof(
  fc.constantFrom(
    "a",
    "chai",
    "chain0",
    "chains",
    "hash",
    "receipt_sha25",
    "receipt_sha2560",
    "z",
    "",
    "9",
    "10",
  ),
  fc
    .string({ unit: "grapheme" })
    .filter((text) => !["chain", "receipt_sha256", "hash_alg", "__proto__"].includes(text)),
);
const extras = fc.dictionary(name, fc.jsonValue({ stringUnit: "grapheme", maxDepth: 3 }));

describe("a prepared receipt", () => {
  it("gets exactly the bytes and hashes of the definition", () => {
    fc.assert(
      fc.property(extras, head, fc.boolean(), (more, place, isChained) => {
        const chain = { origin: "old", tenant: "old", seq: 9, prev: null };
        const chained = isChained ? { chain, hash_alg: "old", receipt_sha256: "old" } : {};
        const receipt = { ...plain, ...chained, ...more, meta: plain.meta } as Receipt;
        const { origin, tenant, size: seq, last: prev } = place;
        const expected = define(receipt, { origin, tenant, seq, prev });
        const got = chainEntry(place, prepareReceipt(receipt));
        expect(Buffer.from(got.bytes).toString()).toBe(expected.bytes.toString());
        expect(got.ownSha256).toBe(expected.receiptSha256);
        expect(got.sha256).toBe(sha(expected.bytes));
        expect(Buffer.from(got.leaf).toString("hex")).toBe(sha(Uint8Array.of(0), expected.bytes));
        const stored = chainReceipt(place, receipt);
        expect(stored.bytes).toEqual(got.bytes);
        expect(JSON.parse(Buffer.from(stored.bytes).toString())).toEqual(
          JSON.parse(JSON.stringify(stored.receipt)),
        );
      }),
      { numRuns: 500 },
    );
  });

  it("keeps a member that is named like the prototype", () => {
    const receipt = JSON.parse(JSON.stringify(plain).replace("{", '{"__proto__":{"a":1},')) as Receipt;
    const place = { origin: "o", tenant: "t", size: 0, last: null };
    expect(Buffer.from(chainEntry(place, prepareReceipt(receipt)).bytes).toString()).toContain(
      '{"__proto__":{"a":1},"artifacts"',
    );
  });

  it("is refused if it has no canonical form, and the place is named", () => {
    expect(() => prepareReceipt({ ...plain, usage_raw: { cost: Number.NaN } })).toThrow("$.usage_raw.cost");
    expect(() => prepareReceipt({ ...plain, extra: "\ud800" })).toThrow("$.extra");
  });
});
