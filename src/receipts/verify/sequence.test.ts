import { describe, expect, it } from "vitest";
import { checkSequence, type LogEntry } from "./sequence.ts";

/** A whole chain of so many entries. */
const chain = (count: number): LogEntry[] =>
  Array.from({ length: count }, (_, seq) => ({
    position: seq,
    seq,
    prev: seq === 0 ? null : `hash-${seq - 1}`,
    sha256: `hash-${seq}`,
    runId: `run-${seq}`,
    finishedAt: 0n,
  }));
const at = (...seqs: number[]): LogEntry[] => {
  const whole = chain(8);
  return seqs.map((seq, position) => ({ ...whole[seq]!, position }));
};
const told = (entries: readonly LogEntry[]) =>
  checkSequence(entries).map(({ code, where, message }) => [code, where, message]);

describe("the sequence of a log", () => {
  it("is whole from the first receipt on", () => {
    expect(told([])).toEqual([]);
    expect(told(chain(1))).toEqual([]);
    expect(told(chain(5))).toEqual([]);
  });

  it("names one missing receipt, or the range of several", () => {
    expect(told(at(0, 2))).toEqual([["receipt_sequence_gap", "entry 1", "receipt 1 is missing"]]);
    expect(told(at(0, 4))).toEqual([["receipt_sequence_gap", "entry 1", "receipts 1 to 3 are missing"]]);
    expect(told(at(1, 2))).toEqual([["receipt_sequence_gap", "entry 0", "receipt 0 is missing"]]);
  });

  it("lists several faults of a kind in the order of the places", () => {
    const [first, , third, , fifth] = chain(5) as [LogEntry, LogEntry, LogEntry, LogEntry, LogEntry];
    expect(told([first, third, fifth]).map(([, , message]) => message)).toEqual([
      "receipt 1 is missing",
      "receipt 3 is missing",
    ]);
    const unlinked = chain(3).map((entry) => ({ ...entry, prev: "other" }));
    expect(told(unlinked).map(([, where]) => where)).toEqual(["entry 0", "entry 1", "entry 2"]);
    const doubled = [...chain(2), ...chain(2).map((entry) => ({ ...entry, position: entry.position + 2 }))];
    expect(told(doubled).map(([, where]) => where)).toEqual(["entry 2", "entry 3"]);
    const claimed = chain(2).map((entry) => ({
      ...entry,
      position: entry.position + 2,
      sha256: `x${entry.seq}`,
      runId: `x${entry.seq}`,
    }));
    expect(told([...chain(2), ...claimed]).map(([, where]) => where)).toEqual(["entry 2", "entry 3"]);
  });

  it("finds receipts in another order, once for each that stands too late", () => {
    expect(told(at(1, 0, 2))).toEqual([
      ["receipt_order_broken", "entry 1", "receipt 0 stands after receipt 1"],
    ]);
    expect(told(at(2, 0, 1))).toEqual([
      ["receipt_order_broken", "entry 1", "receipt 0 stands after receipt 2"],
      ["receipt_order_broken", "entry 2", "receipt 1 stands after receipt 2"],
    ]);
  });

  it("finds a receipt or a run that stands there twice, and goes on without it", () => {
    expect(told(at(0, 1, 1, 2))).toEqual([
      ["receipt_duplicate", "entry 2", "the receipt of run run-1 stands in the log twice"],
    ]);
    const sameRun = { ...chain(3)[2]!, runId: "run-1", sha256: "other" };
    expect(told([...chain(2), sameRun]).map(([code]) => code)).toEqual(["receipt_duplicate"]);
    const sameBytes = { ...chain(3)[2]!, sha256: "hash-1" };
    expect(told([...chain(2), sameBytes]).map(([code]) => code)).toEqual(["receipt_duplicate"]);
  });

  it("finds two receipts with one number", () => {
    const second = { ...chain(2)[1]!, sha256: "other", runId: "other", position: 2 };
    expect(told([...chain(2), second])).toEqual([
      ["receipt_chain_broken", "entry 2", "two receipts claim place 1"],
    ]);
  });

  it("finds a receipt that does not name the one before it", () => {
    const [first, second, third] = chain(3) as [LogEntry, LogEntry, LogEntry];
    expect(told([{ ...first, prev: "hash-x" }, second])).toEqual([
      ["receipt_chain_broken", "entry 0", "receipt 0 does not follow the receipt before it"],
    ]);
    expect(told([first, { ...second, prev: null }, third])).toEqual([
      ["receipt_chain_broken", "entry 1", "receipt 1 does not follow the receipt before it"],
    ]);
    // After a gap the link cannot be checked.
    expect(told([first, { ...third, prev: "anything" }]).map(([code]) => code)).toEqual([
      "receipt_sequence_gap",
    ]);
  });
});
