import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseCheckpoint } from "../../../lib/index.ts";
import { audit, me, origin, privateKey, receiptOf } from "../../ledger/fixtures/runs.ts";
import type { Store } from "../../ledger/store.ts";
import { openTestStore } from "../fixtures/open-test-store.ts";

let directory: string;
let store: Store;
/** A directory at the name of the temporary file makes every write of the checkpoint file fail. */
const obstacle = () => join(directory, "checkpoint-a%tmp");
const fileSize = () => parseCheckpoint(readFileSync(join(directory, "checkpoint-a"))).size;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "abp-checkpoint-"));
  store = await openTestStore(directory, { origin, key: privateKey });
});
afterEach(async () => {
  await store.close();
  rmSync(directory, { recursive: true });
});

describe("a checkpoint file that cannot be written", () => {
  it("fails the proof with a clear error, and the ledger keeps working", async () => {
    const ledger = store.ledger("a");
    await ledger.append(receiptOf(0));
    await ledger.checkpoint();
    mkdirSync(obstacle());
    await ledger.append(receiptOf(1));
    await expect(ledger.prove(1)).rejects.toMatchObject({
      code: "receipt_store_failed",
      message: expect.stringContaining("checkpoint file"),
    });
    expect((await ledger.append(receiptOf(2))).seq).toBe(2);
    expect(fileSize()).toBe(1);
    rmdirSync(obstacle());
    expect(parseCheckpoint(await ledger.checkpoint()).size).toBe(3);
    expect(fileSize()).toBe(3);
    expect(await audit(ledger, "a")).toEqual([]);
  });

  it("does not fail what is written in the same batch", async () => {
    const ledger = store.ledger("a");
    mkdirSync(obstacle());
    const [append, checkpoint, keep] = await Promise.allSettled([
      ledger.append(receiptOf(0)),
      ledger.checkpoint(),
      ledger.contentOf(me).custody.hold("call", { dialect: "d", thinking: [] }),
    ]);
    expect([append.status, checkpoint.status, keep.status]).toEqual(["fulfilled", "rejected", "fulfilled"]);
    rmdirSync(obstacle());
  });

  it("does not fail the end of the store, and the next process signs", async () => {
    await store.ledger("a").append(receiptOf(0));
    mkdirSync(obstacle());
    await store.close();
    rmdirSync(obstacle());
    store = await openTestStore(directory, { origin, key: privateKey });
    expect(parseCheckpoint(await store.ledger("a").checkpoint()).size).toBe(1);
  });
});
