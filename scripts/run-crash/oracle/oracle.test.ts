import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { LedgerView } from "../../crash/oracle/ledger-view.ts";
import { findLeftovers } from "./leftovers.ts";
import { endProcess, findProcesses, waitForNone } from "./processes.ts";
import { checkReceipts } from "./receipt-check.ts";
import { checkTraces, readTraces } from "./trace-check.ts";
import { digestTree } from "./tree-digest.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-oracle-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

const entry = (runId: string, reason: string, more: object = {}) => ({
  runId,
  bytes: Buffer.from(runId),
  receipt: {
    meta: { run_id: runId, started_at: "", finished_at: "" },
    outcome: reason === "completed" ? "complete" : "failed",
    termination: { reason },
    ...more,
  },
});
const view = (openRuns: string[], ...entries: ReturnType<typeof entry>[]): LedgerView => ({
  logs: [{ tenant: "t", entries, checkpoint: undefined, checkpointSize: 0 }],
  openRuns,
});

describe("the search for processes", () => {
  it("finds one by its command line, its environment and its directory", async () => {
    const mark = directory.slice(-12);
    const sleep = ["-e", "setTimeout(() => 0, 60000)"];
    const children = [
      spawn(process.execPath, [...sleep, mark]),
      spawn(process.execPath, sleep, { env: { NAME: mark } }),
      spawn(process.execPath, sleep, { cwd: directory }),
    ];
    await Promise.all(children.map((child) => once(child, "spawn")));
    const found = findProcesses([mark]).map(({ pid }) => pid);
    for (const child of children) expect(found).toContain(child.pid);
    expect(findProcesses([mark])[0]?.command).toContain("setTimeout");
    expect((await waitForNone([mark], 30)).length).toBe(3);
    for (const child of children) endProcess(child.pid as number);
    expect(await waitForNone([mark], 30_000)).toEqual([]);
    expect(() => endProcess(children[0]?.pid as number)).not.toThrow();
  });
});

describe("the search for leftovers", () => {
  it("names stages", () => {
    const stages = join(directory, "stages");
    expect(findLeftovers(directory, stages)).toEqual([]);
    mkdirSync(join(stages, "run"), { recursive: true });
    expect(findLeftovers(directory, stages)).toEqual(["the stage run is left"]);
  });

  it("names mounts below a directory only", () => {
    expect(findLeftovers("/nowhere", join(directory, "none"))).toEqual([]);
    expect(findLeftovers("", join(directory, "none")).length).toBeGreaterThan(0);
  });
});

describe("the check of receipts", () => {
  const done = entry("done", "completed");

  it("accepts one interrupted receipt for each open run, and those of living runs", () => {
    const after = view([], done, entry("open", "interrupted"), entry("next", "completed"));
    expect(checkReceipts([view(["open"], done)], after, new Set(["next"]))).toEqual([]);
  });

  it.each([
    ["an open run without one", view([], done), "open has begun and has no receipt"],
    ["one that says something else", view([], done, entry("open", "failed")), "recovered as failed (failed)"],
    [
      "a run that had not begun",
      view([], done, entry("x", "interrupted"), entry("open", "interrupted")),
      "had not begun",
    ],
    [
      "two of one run",
      view([], done, entry("open", "interrupted"), entry("open", "interrupted")),
      "two receipts",
    ],
    ["a run that is still open", view(["open"], done, entry("open", "interrupted")), "is still open"],
    ["a log that shrank", view([], entry("open", "interrupted")), "was changed"],
  ])("reports %s", (_name, after, message) => {
    expect(checkReceipts([view(["open"], done)], after, new Set()).join()).toContain(message);
  });

  it("follows several kills, one after the other", () => {
    const open = entry("open", "interrupted");
    const kills = [view(["open"], done), view(["second"], done, open, entry("third", "completed"))];
    const later = (reason: string) =>
      view([], done, open, entry("third", "completed"), entry("second", reason));
    expect(checkReceipts(kills, later("interrupted"), new Set())).toEqual([]);
    expect(checkReceipts(kills, later("completed"), new Set()).join()).toContain("second was recovered");
    const shrunk = view([], done, open, entry("second", "interrupted"));
    expect(checkReceipts(kills, shrunk, new Set()).join()).toContain("was changed");
  });

  it("reports a living run that was disturbed, or has no receipt", () => {
    const after = view([], entry("one", "interrupted"));
    const problems = checkReceipts([view([])], after, new Set(["one", "two"]));
    expect(problems.join()).toContain("one, which nobody killed, ended as interrupted");
    expect(problems.join()).toContain("two has begun and has no receipt");
  });
});

describe("the check of events", () => {
  const digest = (...lines: string[]) =>
    createHash("sha256")
      .update(lines.map((line) => `${line}\n`).join(""))
      .digest("hex");
  const traces = new Map([["run", { events: 2, sha256: digest("1", "2") }]]);
  const traced = (trace: object, kept: number[] = [1, 2]) =>
    view([], entry("run", "completed", { observed: { trace }, trace: kept }));
  const good = { events: 2, kept: 2, sha256: digest("1", "2") };

  it("reads rows in order, and reports a gap", () => {
    const database = new DatabaseSync(join(directory, "ledger.db"));
    database.exec(
      `CREATE TABLE events (run_id TEXT, first_seq INTEGER, count INTEGER, lines TEXT);
       INSERT INTO events VALUES ('run', 1, 1, '2'), ('run', 0, 1, '1'), ('gap', 0, 1, '1'), ('gap', 2, 1, '3');`,
    );
    database.close();
    const problems: string[] = [];
    expect(readTraces(directory, problems).get("run")).toEqual(traces.get("run"));
    expect(problems).toEqual(["run gap has 1 events before its event 2"]);
  });

  it("accepts a receipt that counts all of them, and one of a run without any", () => {
    expect(checkTraces(traced(good), traces)).toEqual([]);
    expect(checkTraces(view([], entry("other", "completed")), new Map())).toEqual([]);
  });

  it.each([
    ["another count", traced({ ...good, events: 3 }), "has 2 stored events, and its receipt says 3"],
    ["another digest", traced({ ...good, sha256: "x" }), "another digest"],
    ["fewer events than it says", traced(good, [1]), "holds 1 events, and says 2"],
    ["no trace", view([], entry("run", "interrupted")), "its receipt says 0"],
    ["events without a receipt", view([]), "run run has events and no receipt"],
  ])("reports %s", (_name, receipts, message) => {
    expect(checkTraces(receipts, traces).join()).toContain(message);
  });
});

describe("the digest of a tree", () => {
  it("changes with content, mode, links and names", () => {
    const digests = new Set<string>();
    const step = (change: () => void) => {
      change();
      digests.add(digestTree(directory));
    };
    const file = join(directory, "a");
    step(() => writeFileSync(file, "1"));
    step(() => writeFileSync(file, "2"));
    step(() => chmodSync(file, 0o600));
    step(() => symlinkSync("a", join(directory, "link")));
    step(() => mkdirSync(join(directory, "b")));
    expect(digests.size).toBe(5);
    step(() => undefined);
    expect(digests.size).toBe(5);
  });
});
