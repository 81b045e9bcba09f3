import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { callReceipt } from "../../ledger/control/fixtures/call-receipt.ts";
import { newApproval, newRun, onceOf } from "../../ledger/control/fixtures/submissions.ts";
import { audit, me, origin, privateKey, receiptOf, runId } from "../../ledger/fixtures/runs.ts";
import { MIGRATIONS } from "../database/schema.ts";
import { openTestStore } from "../fixtures/open-test-store.ts";

const at = Date.parse("2026-03-01T08:59:00Z");
const VERSION = MIGRATIONS.findIndex((text) => text.includes("CREATE TABLE runs"));

let directory: string;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "abp-older-version-"));
  // Receipts in the form of this version, in the tables of the last one that had no submitted runs.
  const store = await openTestStore(directory, { origin, key: privateKey });
  await store.ledger("a").append(receiptOf(0));
  await store.ledger("a").append(callReceipt(1, { input: 5 }));
  await store
    .ledger("a")
    .contentOf(me)
    .resourceOwners.keep([{ engine: "e", id: "file-1" }]);
  await store.close();
  const database = new DatabaseSync(join(directory, "ledger.db"));
  for (const table of tablesOf(MIGRATIONS[VERSION] as string)) database.exec(`DROP TABLE ${table}`);
  database.exec(`PRAGMA user_version = ${VERSION}`);
  database.exec(
    `INSERT INTO responses (log, owner, id, created_at, run_id, engine, is_native, input, body)
      VALUES (1, '${me.owner}', 'r1', ${at}, 'run', 'e', 0, '1', '2')`,
  );
  database.close();
});
afterEach(() => rmSync(directory, { recursive: true }));

function tablesOf(migration: string): string[] {
  return [...migration.matchAll(/CREATE TABLE (\w+)/g)].map(([, name]) => name as string);
}

describe("a store of the version before submitted runs", () => {
  it("keeps its content when it is opened, and takes runs, approvals, keys and usage", async () => {
    const store = await openTestStore(directory, { origin, key: privateKey });
    const { responses, resourceOwners } = store.ledger("a").contentOf(me);
    expect((await responses.find("r1"))?.body).toBe(2);
    expect(await resourceOwners.find("file-1")).toEqual([{ engine: "e", id: "file-1", isOwn: true }]);
    expect(await audit(store.ledger("a"), "a")).toEqual([]);
    await store.runs.submit(newRun(2), onceOf("k"));
    await store.approvals.open(newApproval(2));
    await store.ledger("a").append(receiptOf(2));
    expect((await store.runs.find(runId(2)))?.state).toBe("completed");
    expect(await store.usage.sum({ by: ["key"] })).toMatchObject([{ by: { key: "me" }, inputTokens: 5 }]);
    await store.close();
  });

  it("has no runs, approvals, keys and answers for a store that only reads it, but usage", async () => {
    const store = await openTestStore(directory, { origin, mode: "read" });
    expect([
      await store.runs.find(runId(0)),
      await store.runs.list({}, { limit: 9 }),
      await store.runs.pending("a", 9),
      await store.runs.pendingCounts(),
      await store.runs.changes(0, 9),
      await store.approvals.find("apr_1"),
      await store.approvals.list({}, { limit: 9 }),
      await store.accessKeys.list(),
      await store.once.find("s", "k"),
    ]).toEqual([undefined, [], [], new Map(), [], undefined, [], [], undefined]);
    expect(await store.usage.sum({ by: [] })).toMatchObject([{ calls: 1, inputTokens: 5 }]);
    await store.close();
  });
});
