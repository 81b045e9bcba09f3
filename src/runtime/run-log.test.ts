import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mockBackend } from "../backends/index.ts";
import { buildReceipt, buildWorkOrder } from "../contract/index.ts";
import { KeyStore, openStore, type Store, type StoreConfig } from "../storage/index.ts";
import { openRunLog, recordReceipt } from "./run-log.ts";
import { runStreaming } from "./run-streaming.ts";

let root: string;
let store: Store;
let config: StoreConfig;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "abp-runtime-"));
  config = {
    receipts_dir: join(root, "receipts"),
    receipts: { origin: "abp.example/log", keys_dir: join(root, "keys") },
  };
  store = await openStore(config, { writer: "inline" });
});
afterEach(async () => {
  await store.close();
  rmSync(root, { recursive: true });
});

const receiptOf = () =>
  buildReceipt({
    runId: "00000000-0000-4000-8000-000000000001",
    workOrderId: "00000000-0000-4000-8000-000000000002",
    startedAt: new Date(0),
    finishedAt: new Date(1),
    backend: { id: "mock" },
    outcome: "complete",
  });

describe("the log of a run in a store", () => {
  it("gives a library user a receipt that is logged and verified", async () => {
    const order = buildWorkOrder("01890a5d-ac96-774b-bcce-b302099a8057", "say hello");
    const log = await openRunLog(store, config, "team");
    const { receipt, verification } = await runStreaming(mockBackend(), order, {
      software: { name: "library", version: "1" },
      log,
    }).result;
    expect(verification).toMatchObject({
      ok: true,
      chain: { origin: "abp.example/log/team", tenant: "team" },
    });
    expect((await store.ledger("team").find(receipt.meta.run_id))?.receipt).toEqual(receipt);
    expect(await store.ledger("team").findOpen(receipt.meta.run_id)).toBeUndefined();
    expect(await store.ledger("team").size()).toBe(1);
  });

  it("is verified if the key is rotated during the run", async () => {
    const log = await openRunLog(store, config, "team");
    const old = (await new KeyStore(config.receipts.keys_dir).list())[0]?.key_id;
    const fresh = await new KeyStore(config.receipts.keys_dir).rotate();
    const order = buildWorkOrder("01890a5d-ac96-774b-bcce-b302099a8057", "say hello");
    const software = { name: "library", version: "1" };
    const { verification } = await runStreaming(mockBackend(), order, { software, log }).result;
    expect([verification.findings, verification.key]).toEqual([[], fresh.key_id]);
    expect(fresh.key_id).not.toBe(old);
  });

  it("cannot be made without keys", async () => {
    const receipts = { ...config.receipts, keys_dir: join(root, "none") };
    await expect(openRunLog(store, { receipts }, "team")).rejects.toMatchObject({ code: "key_not_found" });
  });

  it("is not needed: a receipt without one is sealed and verified by its hash", async () => {
    const { receipt, verification } = await recordReceipt(receiptOf(), undefined);
    expect(receipt).toEqual({ ...receiptOf(), receipt_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(verification.ok).toBe(true);
  });

  it("verifies with the keys of the configuration, not with those of the log", async () => {
    const log = await openRunLog(store, config, "team");
    const expected = async () => ({ ...(await log.expected()), keys: new Map() });
    const recorded = await recordReceipt(receiptOf(), { ...log, expected });
    expect(recorded.verification.ok).toBe(false);
    expect(recorded.receipt.chain?.seq).toBe(0);
  });
});
