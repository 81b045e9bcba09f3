import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { callReceipt } from "../../ledger/control/fixtures/call-receipt.ts";
import { newRun, onceOf } from "../../ledger/control/fixtures/submissions.ts";
import { audit, codeOf, origin, privateKey, runId } from "../../ledger/fixtures/runs.ts";
import { openTestStore } from "../fixtures/open-test-store.ts";

const now = () => new Date("2026-03-01T09:00:00Z");

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-control-crash-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

/** Runs the queue until so many operations are acknowledged, kills it, and returns them by kind. */
async function killAfter(count: number, first: number): Promise<Record<string, number[]>> {
  const program = join(import.meta.dirname, "fixtures/queue-load.ts");
  const child = spawn(process.execPath, [program, directory, String(first)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const acknowledged: Record<string, number[]> = { s: [], c: [], d: [], a: [] };
  let seen = 0;
  for await (const line of createInterface(child.stdout)) {
    const [kind = "", number] = line.split(" ");
    acknowledged[kind]?.push(Number(number));
    seen += 1;
    if (seen === count) child.kill("SIGKILL");
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  expect(seen).toBeGreaterThanOrEqual(count);
  return acknowledged;
}

describe("a process that is killed while it runs a queue", () => {
  it("loses nothing acknowledged: one effect for each key, one receipt for each run, and a state that agrees", async () => {
    for (const [round, count] of [3, 60, 300].entries()) {
      const { s = [], c = [], d = [], a = [] } = await killAfter(count, round * 10_000);
      const store = await openTestStore(directory, { origin, key: privateKey });
      await store.recover(now);
      for (const number of s) {
        expect((await store.runs.find(runId(number)))?.state).toBeDefined();
        expect(await codeOf(store.runs.submit(newRun(number), onceOf(`k${number}`)))).toBe(
          "idempotency_repeated",
        );
      }
      for (const number of c) expect((await store.runs.find(runId(number)))?.state).not.toBe("pending");
      for (const number of d) expect((await store.approvals.find(`apr_${number}`))?.state).toBe("allowed");
      for (const number of a) expect((await store.runs.find(runId(number)))?.state).toBe("completed");
      const ended = { completed: "completed", failed: "interrupted" } as const;
      for (const run of await store.runs.list({}, { limit: 100_000 })) {
        const receipt = (await store.ledger("a").find(run.runId))?.receipt;
        expect([run.runId, run.state]).not.toEqual([run.runId, "running"]);
        expect([run.runId, receipt === undefined]).toEqual([run.runId, run.state === "pending"]);
        if (run.state !== "pending") expect(run.reason).toBe(ended[run.state as keyof typeof ended]);
      }
      expect(await audit(store.ledger("a"), "a")).toEqual([]);
      const changes = await store.runs.changes(0, 100_000);
      expect(changes.every(({ id }, at) => at === 0 || id > changes[at - 1]!.id)).toBe(true);
      const runs = await store.runs.list({}, { limit: 100_000 });
      const states = new Map(changes.map(({ runId: id, state }) => [id, state]));
      expect(runs.filter(({ runId: id, state }) => states.get(id) !== state)).toEqual([]);
      await store.close();
    }
  });
});

describe("a process that is killed between two slices of usage", () => {
  it("has counted each receipt once, whichever slice was under way", async () => {
    const store = await openTestStore(directory, { origin, key: privateKey });
    const numbers = Array.from({ length: 9000 }, (_, number) => number);
    await Promise.all(
      numbers.map((number) => store.ledger("a").append(callReceipt(number, { input: 1, usd: 1e-9 }))),
    );
    await store.close();
    const program = join(import.meta.dirname, "fixtures/usage-load.ts");
    const progress: unknown[] = [];
    for (const [slice, moment] of [
      [1, "sent"],
      [2, "answered"],
      [1, "answered"],
    ] as const) {
      const child = spawnSync(process.execPath, [program, directory, String(slice), moment]);
      expect(child.signal).toBe("SIGKILL");
      const database = new DatabaseSync(join(directory, "ledger.db"));
      progress.push(
        database.prepare("SELECT coalesce(max(size), 0) AS size FROM usage_progress").get()?.["size"],
      );
      database.close();
    }
    expect([0, 2048]).toContain(progress[0]);
    expect(progress.slice(1)).toEqual([(progress[0] as number) + 4096, (progress[0] as number) + 6144]);
    const again = await openTestStore(directory, { origin, key: privateKey });
    expect(await again.usage.sum({ by: [] })).toMatchObject([
      { calls: 9000, inputTokens: 9000, costNanoUsd: 9000 },
    ]);
    await again.close();
  });
});
