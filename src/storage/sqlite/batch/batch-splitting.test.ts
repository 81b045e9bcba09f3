import { describe, expect, it } from "vitest";
import type { Acknowledgement, Batch } from "./batch.ts";
import { joinAcknowledgements, splitBatch } from "./batch-splitting.ts";

const batch: Batch = {
  begins: ["a", "b1", "l1", "a", "b2", "l2"],
  appends: ["a", "r1", "1", "2", "3", "b", "r2", "4", "5", "6"],
  rare: [
    { kind: "checkpoint", tenant: "a" },
    { kind: "forget", journal: [1] },
  ],
};
const written: Acknowledgement = { seqs: [], digests: [], refusals: [], answers: [] };

describe("a batch that is split", () => {
  it("becomes batches of one write each, with the receipts last", () => {
    expect(splitBatch(batch)).toEqual([
      { begins: ["a", "b1", "l1"], appends: [], rare: [] },
      { begins: ["a", "b2", "l2"], appends: [], rare: [] },
      { begins: [], appends: [], rare: [{ kind: "checkpoint", tenant: "a" }] },
      { begins: [], appends: [], rare: [{ kind: "forget", journal: [1] }] },
      { begins: [], appends: ["a", "r1", "1", "2", "3"], rare: [] },
      { begins: [], appends: ["b", "r2", "4", "5", "6"], rare: [] },
    ]);
  });

  it("is acknowledged as a whole, with a refusal for each part that failed", () => {
    const results: Acknowledgement[] = [
      written,
      { ...written, failure: "bad line" },
      { ...written, answers: [{ code: "key_not_found", message: "no key" }] },
      { ...written, failure: "bad row" },
      { ...written, seqs: [-1], digests: ["duplicate"], refusals: ["receipt_duplicate"] },
      { ...written, failure: "bad receipt" },
    ];
    expect(joinAcknowledgements(splitBatch(batch), results)).toEqual({
      beginRefusals: [undefined, { code: "receipt_store_failed", message: "bad line" }],
      answers: [
        { code: "key_not_found", message: "no key" },
        { code: "receipt_store_failed", message: "bad row" },
      ],
      seqs: [-1, -1],
      digests: ["duplicate", "bad receipt"],
      refusals: ["receipt_duplicate", "receipt_store_failed"],
    });
  });

  it("keeps the results of the parts that were written", () => {
    const results = [
      written,
      written,
      { ...written, answers: [true] },
      { ...written, answers: [false] },
      { ...written, seqs: [4], digests: ["x"] },
      { ...written, seqs: [0], digests: ["y"] },
    ];
    expect(joinAcknowledgements(splitBatch(batch), results)).toEqual({
      beginRefusals: [undefined, undefined],
      answers: [true, false],
      seqs: [4, 0],
      digests: ["x", "y"],
      refusals: [],
    });
  });
});
