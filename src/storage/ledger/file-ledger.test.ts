import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { open as openFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AbpError, buildReceipt, type Receipt } from "../../contract/index.ts";
import { parseCheckpoint } from "../../lib/index.ts";
import { createSigningKey, startKeySet, trustKeys, verifyBundle, verifyLog } from "../../receipts/index.ts";
import { FileLedger, type FileLedgerOptions } from "./index.ts";

const key = createSigningKey(Buffer.alloc(32, 1));
const keys = trustKeys(startKeySet(key, "2026-01-01T00:00:00Z"));
const identity = { origin: "abp.example/log/a", tenant: "a" };
const runId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
const receipt = (number: number): Receipt =>
  buildReceipt({
    runId: runId(number),
    workOrderId: "00000000-0000-4000-8000-000000000002",
    startedAt: new Date("2026-03-01T08:00:00Z"),
    finishedAt: new Date("2026-03-01T08:00:01Z"),
    backend: { id: "mock" },
    outcome: "complete",
  });
const codeOf = async (promise: Promise<unknown>) => {
  try {
    await promise;
  } catch (error) {
    return AbpError.is(error) ? error.code : error;
  }
  return "accepted";
};

let directory: string;
const path = () => join(directory, "receipts.log");
const open = (options: Partial<FileLedgerOptions> = {}) =>
  FileLedger.open(directory, { ...identity, key, ...options });

/** Fills a fresh ledger and closes it. */
async function fill(count: number, withCheckpoint = false): Promise<void> {
  const ledger = await open();
  for (let number = 0; number < count; number += 1) await ledger.append(receipt(number));
  if (withCheckpoint) await ledger.checkpoint();
  await ledger.close();
}

/** What verifying the whole ledger finds. */
async function audit(ledger: FileLedger): Promise<readonly string[]> {
  const entries: Uint8Array[] = [];
  for await (const { bytes } of ledger.entries()) entries.push(bytes);
  const checkpoint = await ledger.checkpoint();
  return verifyLog({ entries, checkpoint }, { keys, ...identity }).findings.map(({ code }) => code);
}

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-ledger-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

describe("a file ledger", () => {
  it("keeps receipts over a restart, by place and by run", async () => {
    await fill(3);
    const ledger = await open();
    expect(ledger.size).toBe(3);
    expect((await ledger.read(1))?.runId).toBe(runId(1));
    expect((await ledger.find(runId(2)))?.seq).toBe(2);
    expect(await ledger.find(runId(9))).toBeUndefined();
    expect(await ledger.read(3)).toBeUndefined();
    await ledger.append(receipt(3));
    expect(await audit(ledger)).toEqual([]);
    await ledger.close();
  });

  it("acknowledges a receipt only when the file holds it", async () => {
    const ledger = await open();
    const stored = await ledger.append(receipt(0));
    expect(readFileSync(path(), "utf8")).toBe(`${stored.sha256} ${Buffer.from(stored.bytes)}\n`);
    await ledger.close();
  });

  it("waits for the disk before it acknowledges, and promises nothing after the disk failed", async () => {
    const ledger = await open();
    const handle = await openFile(path());
    const flush = vi.spyOn(Object.getPrototypeOf(handle), "datasync");
    await handle.close();
    try {
      const events: string[] = [];
      const disk = Promise.withResolvers<void>();
      flush.mockImplementationOnce(async () => {
        events.push("flush begins");
        await disk.promise;
        events.push("flush ends");
      });
      const first = ledger.append(receipt(0)).then(() => events.push("acknowledged"));
      setTimeout(() => disk.resolve(), 20);
      await first;
      expect(events).toEqual(["flush begins", "flush ends", "acknowledged"]);
      flush.mockRejectedValueOnce(new Error("EIO"));
      expect(await codeOf(ledger.append(receipt(1)))).toBe("receipt_store_failed");
      expect(await codeOf(ledger.append(receipt(2)))).toBe("receipt_store_failed");
      expect(ledger.size).toBe(1);
    } finally {
      flush.mockRestore();
      await ledger.close();
    }
  });

  it("takes many appends at once, in order and without a gap", async () => {
    const ledger = await open();
    const stored = await Promise.all(
      Array.from({ length: 200 }, (_, number) => ledger.append(receipt(number))),
    );
    expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index));
    expect(await audit(ledger)).toEqual([]);
    await ledger.close();
  });

  it("refuses a second receipt of a run, and goes on", async () => {
    const ledger = await open();
    const [first, second, third] = [receipt(0), receipt(0), receipt(1)].map((one) =>
      codeOf(ledger.append(one)),
    );
    expect([await first, await second, await third]).toEqual(["accepted", "receipt_duplicate", "accepted"]);
    expect(await codeOf(ledger.append(receipt(1)))).toBe("receipt_duplicate");
    expect(await audit(ledger)).toEqual([]);
    await ledger.close();
  });

  it("refuses a receipt that cannot be written as JSON, and goes on", async () => {
    const ledger = await open();
    const bad = { ...receipt(0), usage_raw: { cost: Number.NaN } };
    expect(await codeOf(ledger.append(bad))).not.toBe("accepted");
    expect((await ledger.append(receipt(1))).seq).toBe(0);
    await ledger.close();
  });

  it("has one writer, and readers beside it", async () => {
    const writer = await open();
    await writer.append(receipt(0));
    expect(await codeOf(open())).toBe("ledger_in_use");
    const reader = await open({ mode: "read" });
    expect(reader.size).toBe(1);
    expect(await codeOf(reader.append(receipt(1)))).toBe("receipt_store_failed");
    expect(await codeOf(reader.checkpoint())).toBe("key_not_found");
    await writer.append(receipt(1));
    await reader.close();
    await writer.close();
    expect(await codeOf(writer.append(receipt(2)))).toBe("receipt_store_failed");
    await (await open()).close();
  });

  it("gives the lock back when the writer is killed", async () => {
    const script = `
      import { FileLedger } from ${JSON.stringify(join(import.meta.dirname, "index.ts"))};
      await FileLedger.open(${JSON.stringify(directory)}, ${JSON.stringify(identity)});
      console.log("open");
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    expect(await codeOf(open())).toBe("ledger_in_use");
    child.kill("SIGKILL");
    await once(child, "exit");
    const ledger = await open();
    await ledger.close();
  });
});

describe("a ledger after a crash", () => {
  it("cuts off a torn last record, wherever it was torn", async () => {
    await fill(3);
    const whole = readFileSync(path());
    const start = whole.lastIndexOf("\n", whole.length - 2) + 1;
    for (let end = start; end < whole.length; end += 1) {
      writeFileSync(path(), whole.subarray(0, end));
      const ledger = await open();
      expect([end, ledger.size, ledger.tornBytes]).toEqual([end, 2, end - start]);
      if (end % 25 === 0) {
        expect((await ledger.append(receipt(7))).seq).toBe(2);
        expect(await audit(ledger)).toEqual([]);
      }
      await ledger.close();
      rmSync(join(directory, "checkpoint"), { force: true });
    }
  });

  it("cuts off what the file system left as zeros", async () => {
    await fill(2);
    const whole = readFileSync(path());
    for (const tail of [Buffer.alloc(700), Buffer.concat([Buffer.alloc(100), Buffer.from("rest\n")])]) {
      writeFileSync(path(), Buffer.concat([whole, tail]));
      const ledger = await open();
      expect([ledger.size, ledger.tornBytes]).toEqual([2, tail.length]);
      await ledger.close();
      expect(statSync(path()).size).toBe(whole.length);
    }
  });

  it("does not touch the file when it is only read", async () => {
    await fill(2);
    appendFileSync(path(), "torn");
    const reader = await open({ mode: "read" });
    expect([reader.size, reader.tornBytes]).toEqual([2, 4]);
    await reader.close();
    expect(readFileSync(path(), "utf8").endsWith("torn")).toBe(true);
  });

  it("refuses a record that was changed, first, middle or last, and leaves the file as it is", async () => {
    await fill(3);
    const whole = readFileSync(path());
    for (let at = 10; at < whole.length - 1; at += 97) {
      const changed = Buffer.from(whole);
      changed[at] = whole[at]! ^ 1;
      if (whole[at] === 0x0a || changed[at] === 0x0a) continue;
      writeFileSync(path(), changed);
      expect([at, await codeOf(open())]).toEqual([at, "receipt_store_failed"]);
      expect(readFileSync(path()).equals(changed)).toBe(true);
    }
  });

  it("refuses zeros between acknowledged records", async () => {
    await fill(3);
    const whole = readFileSync(path());
    const changed = Buffer.from(whole);
    changed.fill(0, 200, 300);
    writeFileSync(path(), changed);
    expect(await codeOf(open())).toBe("receipt_store_failed");
  });

  it("refuses records that were moved or left out", async () => {
    await fill(3);
    const lines = readFileSync(path(), "utf8").split(/(?<=\n)/);
    for (const order of [
      [0, 2],
      [1, 0, 2],
      [1, 2],
      [0, 1, 1, 2],
    ]) {
      writeFileSync(path(), order.map((index) => lines[index]).join(""));
      expect(await codeOf(open())).toBe("receipt_store_failed");
    }
  });

  it("refuses the ledger of another log or tenant", async () => {
    await fill(1);
    expect(await codeOf(open({ origin: "abp.example/log/b" }))).toBe("receipt_origin_mismatch");
    expect(await codeOf(open({ tenant: "b" }))).toBe("receipt_origin_mismatch");
  });
});

describe("a ledger's checkpoint", () => {
  it("is on disk when it is served, and is not signed twice for one size", async () => {
    const ledger = await open();
    await ledger.append(receipt(0));
    const [first, again] = await Promise.all([ledger.checkpoint(), ledger.checkpoint()]);
    expect(again).toBe(first);
    expect(readFileSync(join(directory, "checkpoint"), "utf8")).toBe(first);
    await ledger.append(receipt(1));
    expect(parseCheckpoint(await ledger.checkpoint()).size).toBe(2);
    await ledger.close();
  });

  it("keeps the tail from being cut off unseen", async () => {
    await fill(3, true);
    const whole = readFileSync(path());
    const lastLine = whole.lastIndexOf("\n", whole.length - 2) + 1;
    for (const end of [lastLine, lastLine + 20, 0]) {
      writeFileSync(path(), whole);
      truncateSync(path(), end);
      expect([end, await codeOf(open())]).toEqual([end, "receipt_log_truncated"]);
      expect(statSync(path()).size).toBe(end);
    }
  });

  it("keeps history from being rewritten", async () => {
    await fill(3, true);
    const other = mkdtempSync(join(tmpdir(), "abp-ledger-"));
    try {
      const ledger = await FileLedger.open(other, { ...identity, key });
      for (const number of [5, 6, 7]) await ledger.append(receipt(number));
      await ledger.close();
      copyFileSync(join(other, "receipts.log"), path());
      expect(await codeOf(open())).toBe("receipt_consistency_invalid");
    } finally {
      rmSync(other, { recursive: true });
    }
  });

  it("is part of a bundle that verifies offline", async () => {
    await fill(5);
    const ledger = await open();
    for (let seq = 0; seq < 5; seq += 1) {
      const bundle = await ledger.prove(seq);
      expect(verifyBundle(bundle, { keys, ...identity })).toMatchObject({ ok: true, runId: runId(seq) });
    }
    expect(await codeOf(ledger.prove(5))).toBe("receipt_not_found");
    await ledger.close();
    const reader = await open({ mode: "read" });
    expect(verifyBundle(await reader.prove(2), { keys }).ok).toBe(true);
    await reader.close();
  });
});
