import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync, StatementSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { callReceipt } from "../../ledger/control/fixtures/call-receipt.ts";
import { newApproval, newRun, onceOf } from "../../ledger/control/fixtures/submissions.ts";
import { openRun, origin, privateKey, receiptOf, runId } from "../../ledger/fixtures/runs.ts";
import type { Store } from "../../ledger/store.ts";
import { openTestStore } from "../fixtures/open-test-store.ts";

let directory: string;
let store: Store;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "abp-control-bounds-"));
  store = await openTestStore(directory, { origin, key: privateKey });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await store.close();
  rmSync(directory, { recursive: true });
});

/** The plans of all queries that an operation makes. */
async function plansOf(operation: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const real = DatabaseSync.prototype.prepare;
  const spy = vi.spyOn(DatabaseSync.prototype, "prepare").mockImplementation(function (
    this: DatabaseSync,
    sql: string,
  ) {
    texts.push(sql);
    return real.call(this, sql);
  });
  await operation();
  spy.mockRestore();
  const database = new DatabaseSync(join(directory, "ledger.db"), { readOnly: true });
  const plans = texts
    .filter((sql) => /^(SELECT|UPDATE|DELETE)/.test(sql) && !sql.includes("sqlite_schema"))
    .flatMap((sql) => {
      const values = Array(sql.split("?").length - 1).fill(null);
      return database
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all(...values)
        .map((row) => row["detail"] as string);
    });
  database.close();
  return plans;
}

describe("the queries of the control plane", () => {
  it("find their rows by an index, and sort none", async () => {
    const { runs, approvals, accessKeys } = store;
    const plans = await plansOf(async () => {
      await runs.submit(newRun(1), onceOf("k"));
      await runs.submit(newRun(2));
      await runs.claim(runId(1), new Date());
      await runs.requestCancel(runId(1), "why");
      await runs.list({}, { limit: 5, before: runId(2) });
      await runs.list({ tenant: "a" }, { limit: 5 });
      await runs.list({ tenant: "a", owner: "key:me" }, { limit: 5 });
      await runs.pending("a", 5);
      await runs.pendingCounts();
      await runs.changes(0, 5);
      await approvals.open(newApproval(1));
      await approvals.decide("apr_1", { state: "allowed", at: new Date() });
      await approvals.list({}, { limit: 5 });
      await approvals.list({ tenant: "a" }, { limit: 5 });
      await approvals.list({ tenant: "a", owner: "key:me" }, { limit: 5 });
      await approvals.expireAll(new Date());
      await accessKeys.set("n", "{}");
      await store.ledger("a").append(receiptOf(1));
      await runs.remove(runId(1));
      await store.once.find("s", "k");
    });
    expect(plans.length).toBeGreaterThan(20);
    expect(plans.filter((plan) => /^SCAN \w+$|TEMP B-TREE/.test(plan))).toEqual([]);
  });

  it("leave alone the model calls, which make no statement more while submitted runs wait", async () => {
    const countStatements = async (number: number) => {
      await store.ledger("a").begin(openRun(number));
      const spies = (["run", "get", "all"] as const).map((name) => vi.spyOn(StatementSync.prototype, name));
      await store.ledger("a").append(callReceipt(number));
      const count = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
      for (const spy of spies) spy.mockRestore();
      return count;
    };
    await store.ledger("a").append(callReceipt(0));
    const without = await countStatements(1);
    await store.runs.submit(newRun(9));
    expect(await countStatements(2)).toBe(without);
    await store.ledger("a").append(receiptOf(9));
    expect((await store.runs.find(runId(9)))?.state).toBe("completed");
  });
});
