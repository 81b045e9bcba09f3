import { describe, expect, it } from "vitest";
import { type CallJournal, checkCalls } from "./call-check.ts";
import type { LedgerView, StoredEntry } from "./ledger-view.ts";
import { computeRoot } from "./merkle-root.ts";
import { checkCheckpoints, checkGrowth, checkRestart } from "./restart-check.ts";

function entry(runId: string, more: Partial<StoredEntry["receipt"]> = {}): StoredEntry {
  const meta = {
    run_id: runId,
    started_at: "2026-01-01T00:00:00.000Z",
    finished_at: "2026-01-01T00:00:01.000Z",
  };
  const receipt = { meta, outcome: "complete", observed: { request: { sha256: `sha-${runId}` } }, ...more };
  return { runId, receipt, bytes: Buffer.from(JSON.stringify(receipt)) };
}
const interrupted = (runId: string) =>
  entry(runId, { outcome: "failed", termination: { reason: "interrupted" } });
const view = (entries: StoredEntry[], openRuns: string[] = []): LedgerView => ({
  logs: [{ tenant: "t", entries, checkpoint: undefined, checkpointSize: 0 }],
  openRuns,
});

describe("the check of a restart", () => {
  it("accepts a ledger whose open runs became interrupted", () => {
    expect(checkRestart(view([entry("a")], ["b"]), view([entry("a"), interrupted("b")]))).toEqual([]);
  });

  it.each([
    ["a run that was forgotten", view([entry("a")], ["b"]), view([entry("a")]), "I2"],
    [
      "a run that is still open",
      view([entry("a")], ["b"]),
      view([entry("a"), interrupted("b")], ["c"]),
      "I2",
    ],
    ["a run that was recovered as complete", view([], ["b"]), view([entry("b")]), "I8"],
    ["a receipt of no open run", view([]), view([interrupted("x")]), "I2"],
    ["a log that shrank", view([entry("a"), entry("b")]), view([entry("a")]), "I9"],
    ["a receipt that changed", view([entry("a")]), view([entry("a", { outcome: "partial" })]), "I9"],
  ])("finds %s", (_, killed, restarted, invariant) => {
    expect(checkRestart(killed, restarted).join("\n")).toContain(`${invariant}:`);
  });

  it("finds a log that is gone", () => {
    expect(checkGrowth(view([entry("a")]), { logs: [], openRuns: [] })).toHaveLength(1);
  });
});

describe("the check of checkpoints", () => {
  const entries = [entry("a"), entry("b"), entry("c")];
  const checkpoint = (size: number) =>
    `o\n${size}\n${computeRoot(entries.slice(0, size).map(({ bytes }) => bytes)).toString("base64")}\n`;
  const seen = new Map([["t", new Set([checkpoint(1), checkpoint(3)])]]);

  it("accepts a log that extends each of them", () => {
    expect(checkCheckpoints(view([...entries, entry("d")]), seen)).toEqual([]);
  });

  it("finds a log that is shorter, and one that forked", () => {
    expect(checkCheckpoints(view(entries.slice(0, 2)), seen).join()).toContain("covers 3 receipts");
    expect(checkCheckpoints(view([entry("a"), entry("x"), entry("c")]), seen).join()).toContain("forked");
  });
});

describe("the check of calls", () => {
  const journal = (more: Partial<CallJournal> = {}): CallJournal => ({
    answers: [{ tag: "1", tenant: "t", runId: "a", error: undefined }],
    sent: [{ tag: "1", kind: "kept", sha256: "sha-a" }],
    received: new Map([["1", 1]]),
    ...more,
  });

  it("accepts a call with one receipt", () => {
    expect(checkCalls(view([entry("a")]), journal())).toEqual([]);
  });

  it("accepts a call that the ledger could not record and that was not sent", () => {
    const answers = [{ tag: "2", tenant: "t", runId: "z", error: "ledger_unavailable" }];
    expect(checkCalls(view([]), journal({ answers, received: new Map() }))).toEqual([]);
  });

  it("lets a busy upstream get a request twice, and no other", () => {
    const received = new Map([["1", 2]]);
    const busy = [{ tag: "1", kind: "upstreamBusy", sha256: "sha-a" }] as const;
    expect(checkCalls(view([entry("a")]), journal({ received, sent: busy }))).toEqual([]);
    expect(checkCalls(view([entry("a")]), journal({ received })).join()).toContain("G22:");
  });

  it.each([
    [
      "an answered call without a receipt",
      view([entry("x", { observed: { request: { sha256: "sha-a" } } })]),
      "I1:",
    ],
    ["a request to the upstream without a receipt", view([entry("a", { observed: {} })]), "I10:"],
    ["a run with two receipts", view([entry("a"), entry("a")]), "two receipts"],
    [
      "a call with two runs",
      view([entry("a"), entry("b", { observed: { request: { sha256: "sha-a" } } })]),
      "I2:",
    ],
  ])("finds %s", (_, ledger, text) => {
    expect(checkCalls(ledger, journal()).join("\n")).toContain(text);
  });

  it("finds a receipt in the log of another tenant, a wrong run id, and times in the wrong order", () => {
    const answers = [{ tag: "1", tenant: "other", runId: "a", error: undefined }];
    expect(checkCalls(view([entry("a")]), journal({ answers })).join()).toContain("recorded for t");
    const misnamed = { ...entry("a"), runId: "b" };
    expect(checkCalls(view([misnamed]), journal()).join()).toContain("names a");
    const meta = { run_id: "a", started_at: "2026-01-01T00:00:02Z", finished_at: "2026-01-01T00:00:01Z" };
    expect(checkCalls(view([entry("a", { meta })]), journal()).join()).toContain("S50:");
  });
});
