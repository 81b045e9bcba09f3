import { describe, expect, it } from "vitest";
import { AbpError } from "../../../contract/index.ts";
import { formatSignedCheckpoint, parseCheckpoint } from "../../../lib/index.ts";
import type { StoredReceipt } from "../../../receipts/index.ts";
import { key, origin } from "../../ledger/fixtures/runs.ts";
import type { LogRow } from "../reader/ledger-reader.ts";
import { checkLogs } from "./log-check.ts";
import type { Remembered } from "./remembered.ts";

const root = (size: number) => new Uint8Array(32).fill(size);
const hash = (seq: number) => `hash of ${seq}`;
const note = (tenant: string, size: number, of = root(size)) =>
  formatSignedCheckpoint({ origin: `${origin}/${tenant}`, size, root: of, extensions: [] }, key);

const row = (tenant: string, more: Partial<LogRow> = {}): LogRow => ({
  id: 7,
  tenant,
  origin: `${origin}/${tenant}`,
  size: 3,
  last: hash(2),
  frontier: new Uint8Array(),
  checkpoint: null,
  checkpoint_size: 0,
  ...more,
});

const file = (tenant: string, text: string) => ({
  tenant,
  path: `/ledger/checkpoint-${tenant}`,
  text,
  checkpoint: parseCheckpoint(text),
});
const head = (tenant: string, size: number, last = hash(size - 1)) => ({
  tenant,
  path: `/ledger/head-${tenant}`,
  head: { size, last },
});

/** Checks logs whose receipts exist up to the size of the longest row. `fail` throws in place of a root. */
function check(logs: LogRow[], remembered: Partial<Remembered> = {}, fail?: () => never) {
  const stored = Math.max(0, ...logs.map(({ size }) => size));
  const reader = {
    directory: "/ledger",
    logs: () => logs,
    receipt: (log: number, seq: number) =>
      log === 7 && seq >= 0 && seq < stored ? ({ sha256: hash(seq) } as StoredReceipt) : undefined,
    root: (_log: LogRow, size: number) => fail?.() ?? root(size),
  };
  return checkLogs(reader, { checkpoints: [], heads: [], ...remembered }, origin);
}

const truncation = (tenant: string, place: string, message: string) => ({
  tenant,
  code: "receipt_log_truncated",
  where: "/ledger",
  message,
  advice: `The file ledger.db-wal was deleted, or an older ledger.db was put in place. Restore the newest files. To go on without the lost receipts, move ${place} out of /ledger and keep it: it is the only trace of them.`,
});
const inconsistency = (message: string) => ({
  tenant: "a",
  code: "receipt_consistency_invalid",
  where: "/ledger",
  message,
  advice:
    "Receipts were changed or exchanged. Keep a copy of the directory, and restore a backup from before the change.",
});

describe("a fault of a log", () => {
  it("is not found if rows, files and ends agree", () => {
    const remembered = { checkpoints: [file("a", note("a", 2))], heads: [head("a", 3)] };
    expect(check([row("a", { checkpoint: note("a", 3) })], remembered)).toEqual([]);
    expect(check([row("a", { size: 1, last: hash(0) })], { heads: [head("a", 1)] })).toEqual([]);
    expect(check([row("b", { size: 0, last: null })], { checkpoints: [file("b", note("b", 0))] })).toEqual(
      [],
    );
  });

  it("names both origins if the log has another one", () => {
    expect(check([row("a", { origin: "other/a" })])).toEqual([
      {
        tenant: "a",
        code: "receipt_origin_mismatch",
        where: "/ledger",
        message: `the log of a belongs to other/a, not to ${origin}/a`,
        advice:
          "Set `receipts.origin` to the name that the log was begun with, or `receipts_dir` to another directory.",
      },
    ]);
  });

  it("is reported at the end if the last receipt is another one, is missing, or is followed by one more", () => {
    const fault = {
      tenant: "a",
      code: "ledger_damaged",
      where: "/ledger",
      message: "the log of a does not end with the receipt that its head names",
    };
    expect(check([row("a", { last: hash(1) })])).toEqual([fault]);
    expect(check([row("a", { last: null })])).toEqual([fault]);
    expect(check([row("a", { id: 8 })])).toEqual([fault]);
    expect(check([row("a", { size: 2, last: hash(1) }), row("longer")])).toEqual([fault]);
    expect(check([row("a", { size: 0, last: null }), row("longer")])).toEqual([fault]);
  });

  it("says how many receipts are lost, and which file to move away", () => {
    expect(check([row("a")], { heads: [head("a", 5)] })).toEqual([
      truncation(
        "a",
        "/ledger/head-a",
        "the log of a had 5 receipts, as /ledger/head-a says, and contains 3: the last 2 are lost",
      ),
    ]);
    expect(check([row("a")], { checkpoints: [file("a", note("a", 4))] })).toEqual([
      truncation(
        "a",
        "/ledger/checkpoint-a",
        "the log of a has a checkpoint of 4 receipts in /ledger/checkpoint-a and contains 3",
      ),
    ]);
    expect(check([row("a", { checkpoint: note("a", 4) })])).toEqual([
      truncation(
        "a",
        "the database",
        "the log of a has a checkpoint of 4 receipts in the database and contains 3",
      ),
    ]);
  });

  it("is reported if only a file of the log is left", () => {
    expect(check([], { heads: [head("gone", 1)] })).toEqual([
      truncation(
        "gone",
        "/ledger/head-gone",
        "the log of gone had 1 receipts, as /ledger/head-gone says, and contains 0: the last 1 are lost",
      ),
    ]);
    expect(check([], { checkpoints: [file("gone", note("gone", 1))] })).toEqual([
      truncation(
        "gone",
        "/ledger/checkpoint-gone",
        "the log of gone has a checkpoint of 1 receipts in /ledger/checkpoint-gone and contains 0",
      ),
    ]);
    expect(check([], { checkpoints: [file("gone", note("gone", 0))] })).toEqual([]);
  });

  it("is reported if a checkpoint or a recorded end is about other receipts", () => {
    const covered = (place: string) =>
      inconsistency(`the log of a does not contain the 2 receipts that the checkpoint in ${place} covers`);
    expect(check([row("a", { checkpoint: note("a", 2, root(9)) })])).toEqual([covered("the database")]);
    expect(check([row("a")], { checkpoints: [file("a", note("a", 2, root(9)))] })).toEqual([
      covered("/ledger/checkpoint-a"),
    ]);
    const ofOther = { ...file("b", note("b", 2)), tenant: "a", path: "/ledger/checkpoint-a" };
    expect(check([row("a")], { checkpoints: [ofOther] })).toEqual([covered("/ledger/checkpoint-a")]);
    expect(check([row("a")], { heads: [head("a", 2, "other")] })).toEqual([
      inconsistency("receipt 1 of the log of a is not the one that /ledger/head-a names"),
    ]);
  });

  it("is reported if the receipt at the recorded end is missing", () => {
    expect(check([row("a", { id: 8 })], { heads: [head("a", 2)] })).toContainEqual(
      inconsistency("receipt 1 of the log of a is not the one that /ledger/head-a names"),
    );
  });

  it("is reported if a stored checkpoint cannot be read", () => {
    const [inRow] = check([row("a", { checkpoint: "nothing" })]);
    expect(inRow).toMatchObject({ tenant: "a", code: "receipt_checkpoint_invalid", where: "/ledger" });
    expect(inRow?.message).not.toBe("");
    const unreadable = { tenant: "a", path: "/ledger/checkpoint-a", fault: "it is torn" };
    expect(check([row("a")], { checkpoints: [unreadable] })).toEqual([
      {
        tenant: "a",
        code: "receipt_checkpoint_invalid",
        where: "/ledger/checkpoint-a",
        message: "it is torn",
        advice:
          "Restore /ledger/checkpoint-a from a backup. If the log is sound otherwise, delete the file: the next checkpoint replaces it.",
      },
    ]);
  });

  it("is reported in the order of the logs, the origin before the end", () => {
    const wrong = (tenant: string) => row(tenant, { origin: "other", last: null });
    expect(check([wrong("b"), wrong("a")]).map(({ tenant, code }) => [tenant, code])).toEqual([
      ["b", "receipt_origin_mismatch"],
      ["b", "ledger_damaged"],
      ["a", "receipt_origin_mismatch"],
      ["a", "ledger_damaged"],
    ]);
  });

  it("is reported once for each tenant and code, the first one first", () => {
    const remembered = { heads: [head("a", 5), head("b", 6)], checkpoints: [file("a", note("a", 4))] };
    const faults = check([row("a", { origin: "other/a", checkpoint: note("a", 4) }), row("b")], remembered);
    expect(faults.map(({ tenant, code }) => [tenant, code])).toEqual([
      ["a", "receipt_origin_mismatch"],
      ["a", "receipt_log_truncated"],
      ["b", "receipt_log_truncated"],
    ]);
    expect(faults[1]?.message).toContain("had 5 receipts");
  });
});

describe("an error of the reader during the check", () => {
  const logs = [row("a", { checkpoint: note("a", 2) }), row("b", { origin: "other/b" })];

  it("becomes a fault of the log, and the other logs are checked", () => {
    const failing = (more: object) => () => {
      throw new AbpError("ledger_damaged", "receipt 1 was changed", { advice: "restore it", ...more });
    };
    const fault = {
      tenant: "a",
      code: "ledger_damaged",
      message: "receipt 1 was changed",
      advice: "restore it",
    };
    for (const [more, where] of [
      [{ where: "/ledger/ledger.db" }, "/ledger/ledger.db"],
      [{}, ""],
    ] as const) {
      const faults = check(logs, {}, failing(more));
      expect(faults.map(({ tenant }) => tenant)).toEqual(["b", "a"]);
      expect(faults[1]).toEqual({ ...fault, where });
    }
  });

  it("is passed on if it is an error of the program", () => {
    const fail = () => {
      throw new RangeError("ours");
    };
    expect(() => check(logs, {}, fail)).toThrow(RangeError);
    expect(() => check([row("a")], { checkpoints: [file("a", note("a", 2))] }, fail)).toThrow(RangeError);
  });
});
