import { describe, expect, it } from "vitest";
import type { Acknowledgement, RareWrite } from "./batch.ts";
import { PendingBatch } from "./pending-batch.ts";

const written: Acknowledgement = { seqs: [], digests: [], refusals: [], answers: [] };
const rare: RareWrite = { kind: "checkpoint", tenant: "a" };
const prepared = (runId: string) => ({ runId, before: "", between: "", after: "" });

/** A batch of two writes of each kind, and what their callers hear. */
function makeBatch() {
  const batch = new PendingBatch();
  const heard: string[] = [];
  const resolve = (name: string) => (value?: unknown) =>
    heard.push(`${name} ${JSON.stringify(value) ?? "ok"}`);
  const reject = (name: string) => (error: unknown) => {
    const { code, message } = error as { code: string; message: string };
    heard.push(`${name} ${code}: ${message}`);
  };
  for (const at of [0, 1]) {
    batch.addBegin("a", `b${at}`, "line\n", resolve(`begin ${at}`), reject(`begin ${at}`));
    batch.addAppend("a", prepared(`r${at}`), resolve(`append ${at}`), reject(`append ${at}`));
    batch.addRare(rare, resolve(`rare ${at}`), reject(`rare ${at}`));
  }
  return { batch, heard };
}

describe("a pending batch", () => {
  it("counts the runs that begin", () => {
    expect([new PendingBatch().beginCount, makeBatch().batch.beginCount]).toEqual([0, 2]);
  });

  it("settles each write in order", () => {
    const { batch, heard } = makeBatch();
    batch.settle({ ...written, seqs: [3, 4], digests: ["x", "y"], answers: [true, false] });
    expect(heard).toEqual([
      "begin 0 ok",
      "begin 1 ok",
      'append 0 {"seq":3,"runId":"r0","sha256":"x"}',
      'append 1 {"seq":4,"runId":"r1","sha256":"y"}',
      "rare 0 true",
      "rare 1 false",
    ]);
  });

  it("rejects exactly the writes that were refused, each for its own reason", () => {
    const { batch, heard } = makeBatch();
    batch.settle({
      seqs: [-1, 0],
      digests: ["refused", "y"],
      refusals: ["receipt_duplicate"],
      answers: [true, { code: "key_not_found", message: "no key" }],
      beginRefusals: [undefined, { code: "receipt_store_failed", message: "too big" }],
    });
    expect(heard).toEqual([
      "begin 0 ok",
      "begin 1 receipt_store_failed: too big",
      "append 0 receipt_duplicate: refused",
      'append 1 {"seq":0,"runId":"r1","sha256":"y"}',
      "rare 0 true",
      "rare 1 key_not_found: no key",
    ]);
  });

  it("takes the codes of refused receipts in order", () => {
    const { batch, heard } = makeBatch();
    batch.settle({
      ...written,
      seqs: [-1, -1],
      digests: ["one", "two"],
      refusals: ["receipt_duplicate", "receipt_origin_mismatch"],
      answers: [true, true],
    });
    expect(heard.slice(2, 4)).toEqual([
      "append 0 receipt_duplicate: one",
      "append 1 receipt_origin_mismatch: two",
    ]);
  });

  it("leaves no write without an answer", () => {
    const { batch, heard } = makeBatch();
    batch.settle({ ...written, seqs: [0], digests: ["x"], answers: [true] });
    const missing = "receipt_store_failed: the writer did not say what became of this write";
    expect(heard).toEqual([
      "begin 0 ok",
      "begin 1 ok",
      'append 0 {"seq":0,"runId":"r0","sha256":"x"}',
      `append 1 ${missing}`,
      "rare 0 true",
      `rare 1 ${missing}`,
    ]);
  });

  it("refuses events of a run whose receipt it holds, and takes those of another tenant's run", () => {
    const { batch, heard } = makeBatch();
    const add = (tenant: string, runId: string) => {
      const row = { tenant, runId, firstSeq: 0, count: 1, createdAt: 0, lines: "1" };
      const reject = (error: unknown) => heard.push(`events ${(error as Error).message}`);
      batch.addRare({ kind: "events", ...row }, () => undefined, reject);
    };
    add("a", "r1");
    expect(heard).toEqual(["events run r1 has its receipt already"]);
    add("b", "r1");
    add("a", "r2");
    expect([heard.length, batch.toBatch().rare.length]).toEqual([1, 4]);
  });

  it("rejects every write if the whole batch failed", () => {
    const { batch, heard } = makeBatch();
    batch.rejectAll({ code: "c", message: "m" });
    expect(heard.sort()).toEqual(
      ["append 0", "append 1", "begin 0", "begin 1", "rare 0", "rare 1"].map((name) => `${name} c: m`),
    );
  });
});
