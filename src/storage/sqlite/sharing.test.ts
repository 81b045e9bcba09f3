import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseCheckpoint } from "../../lib/index.ts";
import { verifyBundle } from "../../receipts/index.ts";
import { connectStore } from "../choose-store.ts";
import {
  audit,
  codeOf,
  keys,
  me,
  openRun,
  origin,
  privateKey,
  receiptOf,
  runId,
} from "../ledger/fixtures/runs.ts";
import type { Store } from "../ledger/store.ts";
import { openTestStore } from "./fixtures/open-test-store.ts";

let directory: string;
let owner: Store;
let connected: Store;
const expected = { keys, origin: `${origin}/a`, tenant: "a" };

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "abp-sharing-"));
  owner = await openTestStore(directory, { origin, key: privateKey, writer: "thread" });
  connected = connectStore(owner.share().data, { now: () => new Date("2026-03-01T09:00:00Z") });
});
afterEach(async () => {
  await connected.close();
  await owner.close();
  rmSync(directory, { recursive: true });
});

describe("a store that another thread connects to", () => {
  it("proves a receipt there as soon as it is appended", async () => {
    const ledger = connected.ledger("a");
    for (const number of [0, 1, 2]) {
      const { seq } = await ledger.append(receiptOf(number));
      expect(verifyBundle(await ledger.prove(seq), expected)).toMatchObject({ ok: true, chain: { seq } });
    }
  });

  it("proves there what the owner has appended, and the other way round", async () => {
    const first = await owner.ledger("a").append(receiptOf(0));
    expect(verifyBundle(await connected.ledger("a").prove(first.seq), expected).ok).toBe(true);
    const second = await connected.ledger("a").append(receiptOf(1));
    expect(verifyBundle(await owner.ledger("a").prove(second.seq), expected).ok).toBe(true);
  });

  it("finds there whose an engine's id is while the owner still writes it, and the other way round", async () => {
    for (const [from, to] of [
      [owner, connected],
      [connected, owner],
    ] as const) {
      for (let number = 0; number < 5; number += 1) {
        const id = `resp_${from === owner ? "a" : "b"}_${number}`;
        // Writes that are under way delay the record.
        const appended = from.ledger("a").append(receiptOf(number + (from === owner ? 0 : 10)));
        from.ledger("a").contentOf(me).engineResponses.record("e", id, runId(number));
        const found = await to.ledger("a").contentOf(me).engineResponses.find(id);
        expect([id, [...found]]).toEqual([id, [["e", "own"]]]);
        await appended;
      }
    }
  });

  it("gives all connections the same checkpoint of one size", async () => {
    await connected.ledger("a").append(receiptOf(0));
    const checkpoints = await Promise.all([
      connected.ledger("a").checkpoint(),
      owner.ledger("a").checkpoint(),
      connected.ledger("a").checkpoint(),
    ]);
    expect(new Set(checkpoints).size).toBe(1);
    expect(parseCheckpoint(checkpoints[0] as string).size).toBe(1);
  });

  it("signs at its end what was appended there", async () => {
    await connected.ledger("a").append(receiptOf(0));
    await connected.close();
    await owner.close();
    const reader = await openTestStore(directory, { origin, mode: "read" });
    expect(parseCheckpoint(await reader.ledger("a").checkpoint()).size).toBe(1);
    await reader.close();
  });

  it("writes everything asked for there before that connection is closed", async () => {
    const ledger = connected.ledger("a");
    const asked = [ledger.begin(openRun(0)), ledger.append(receiptOf(0)), ledger.append(receiptOf(1))];
    await connected.close();
    await Promise.all(asked);
    expect((await owner.ledger("a").find(runId(1)))?.seq).toBe(1);
    expect(await codeOf(ledger.append(receiptOf(2)))).toBe("receipt_store_failed");
    expect(await audit(owner.ledger("a"), "a")).toEqual([]);
  });
});
