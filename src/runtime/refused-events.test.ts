import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mockBackend } from "../backends/index.ts";
import { buildWorkOrder } from "../contract/index.ts";
import { openStore, type Store } from "../storage/index.ts";
import { openRunLog } from "./run-log.ts";
import { runStreaming } from "./run-streaming.ts";

let directory: string;
let store: Store;
const config = () => ({
  receipts_dir: join(directory, "receipts"),
  receipts: { origin: "run.example", keys_dir: join(directory, "keys") },
});

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "abp-refused-"));
  store = await openStore(config(), { writer: "inline" });
});
afterEach(async () => {
  await store.close();
  rmSync(directory, { recursive: true });
});

describe("a run that is refused before anything starts", () => {
  it("has its events in the store, as its receipt counts them", async () => {
    const order = buildWorkOrder(randomUUID(), "task", {
      requirements: [{ capability: "mcp_server", min_support: "native" }],
    });
    const run = runStreaming(mockBackend("mock"), order, {
      software: { name: "test", version: "0" },
      log: await openRunLog(store, config(), "default"),
    });
    const receipt = await run.receipt;
    expect(receipt.termination?.reason).toBe("refused");
    const lines: string[] = [];
    for await (const { line } of store.ledger("default").readEvents(run.runId, 0)) lines.push(line);
    expect([lines.length, receipt.observed?.trace?.events]).toEqual([1, 1]);
  });
});
