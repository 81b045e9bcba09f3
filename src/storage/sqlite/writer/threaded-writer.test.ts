import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { prepareReceipt } from "../../../receipts/index.ts";
import { openRun, privateKey, receiptOf } from "../../ledger/fixtures/runs.ts";
import type { Acknowledgement, Batch } from "../batch/batch.ts";
import { BatchClient } from "../batch/batch-client.ts";
import { prepareDatabase } from "../database/database.ts";
import { formatOpenRun } from "../journal/open-run-line.ts";
import { LedgerReader } from "../reader/ledger-reader.ts";
import { ThreadedWriter } from "./threaded-writer.ts";

let directory: string;
const options = () => ({ directory, owner: "me", origin: "o.example", key: privateKey });
const unexpected = vi.fn();

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-threaded-"));
  prepareDatabase(directory);
  unexpected.mockClear();
});
afterEach(() => rmSync(directory, { recursive: true }));

function appendBatch(number: number): Batch {
  const { runId, before, between, after } = prepareReceipt(receiptOf(number));
  return { begins: [], appends: ["a", runId, before, between, after], rare: [] };
}

describe("the writer thread", () => {
  it("serves several ports, and signs with the key that it was given", async () => {
    const writer = new ThreadedWriter(options(), unexpected);
    const clients = [writer.connect(), writer.connect()].map((port) => new BatchClient(port, directory));
    const [one, other] = clients as [BatchClient, BatchClient];
    const places = await Promise.all([
      one.append("a", prepareReceipt(receiptOf(0))),
      other.append("a", prepareReceipt(receiptOf(1))),
    ]);
    expect(places.map(({ seq }) => seq).sort()).toEqual([0, 1]);
    expect(await other.write({ kind: "checkpoint", tenant: "a" })).toBe(true);
    for (const client of clients) await client.close();
    await writer.close();
    const reader = new LedgerReader(directory);
    expect(reader.log("a")).toMatchObject({ size: 2, checkpoint_size: 2 });
    reader.close();
    expect(unexpected).not.toHaveBeenCalled();
  });

  it("writes what was sent before its end", async () => {
    const writer = new ThreadedWriter(options(), unexpected);
    const port = writer.connect();
    const answers: Acknowledgement[] = [];
    port.on("message", (answer: Acknowledgement) => answers.push(answer));
    const closed = once(port, "close");
    port.postMessage(appendBatch(0));
    port.postMessage(appendBatch(1));
    await writer.close();
    await closed;
    expect(answers.map(({ seqs }) => seqs[0])).toEqual([0, 1]);
  });

  it("that cannot start reports it, and its clients reject everything", async () => {
    const failure = Promise.withResolvers<unknown>();
    const writer = new ThreadedWriter({ ...options(), directory: join(directory, "none") }, failure.resolve);
    const client = new BatchClient(writer.connect(), directory);
    const call = client.begin("a", "r", formatOpenRun("a", openRun(0)));
    await expect(call).rejects.toMatchObject({ code: "ledger_unavailable" });
    expect(await failure.promise).toMatchObject({ message: expect.stringContaining("unable to open") });
    await writer.close();
  });
});
