import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AbpError, type Receipt } from "../../contract/index.ts";
import type { CallLogEntry } from "../../telemetry/index.ts";
import { endedCall } from "../fixtures/ended-call.ts";
import { admissionTo } from "../fixtures/test-context.ts";
import { CallRequest } from "../request/call-request.ts";
import { ReceiptWriter, type ReceiptWriterContext } from "./receipt-writer.ts";

function open(more: Partial<ReceiptWriterContext> = {}) {
  const reports: string[] = [];
  const writer = new ReceiptWriter({
    software: { name: "agent-backplane", version: "1" },
    price: () => undefined,
    onReceipt: undefined,
    log: undefined,
    report: (message) => void reports.push(message),
    ...more,
  });
  return { writer, reports };
}

function bodyOf(bytes: number): CallRequest {
  const request = new CallRequest(admissionTo("/v1/chat/completions"), Buffer.alloc(bytes, " "));
  request.scan(8);
  return request;
}

describe("the receipt writer", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("writes a batch eight milliseconds after its first call", async () => {
    const { writer } = open();
    const first = endedCall();
    const second = endedCall();
    writer.add(first);
    await vi.advanceTimersByTimeAsync(5);
    writer.add(second);
    await vi.advanceTimersByTimeAsync(2);
    expect([first.ledger.receipts.length, second.ledger.receipts.length]).toEqual([0, 0]);
    await vi.advanceTimersByTimeAsync(1);
    expect([first.ledger.receipts.length, second.ledger.receipts.length]).toEqual([1, 1]);
    expect([first.recorded, second.recorded]).toEqual([1, 1]);
  });

  it("holds a receipt while the ledger cannot write, and writes it when it can", async () => {
    const { writer, reports } = open();
    const call = endedCall();
    const full = new AbpError("ledger_unavailable", "the disk is full");
    for (const delayMs of [500, 1000]) {
      call.ledger.failures.set("append", full);
      if (call.recorded === 0) writer.add(call);
      await vi.advanceTimersByTimeAsync(delayMs);
      expect([call.ledger.receipts.length, call.recorded, reports]).toEqual([0, 1, []]);
    }
    await vi.advanceTimersByTimeAsync(1000);
    expect(call.ledger.receipts.map(({ meta }) => meta.run_id)).toEqual([call.runId]);
    await writer.settled();
    expect(call.ledger.receipts).toHaveLength(1);
  });

  it("gives up a held receipt at the end, and says so", async () => {
    const { writer, reports } = open();
    const call = endedCall();
    call.ledger.failures.set("append", new AbpError("ledger_unavailable", "the disk is full"));
    writer.add(call);
    await vi.advanceTimersByTimeAsync(10);
    call.ledger.failures.set("append", new AbpError("ledger_unavailable", "the disk is full"));
    await writer.settled();
    expect(reports).toEqual(["1 receipts could not be written before the end"]);
  });

  it("starts a new delay for the next batch", async () => {
    const { writer } = open();
    writer.add(endedCall());
    await vi.advanceTimersByTimeAsync(8);
    const next = endedCall();
    writer.add(next);
    await vi.advanceTimersByTimeAsync(7);
    expect(next.recorded).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(next.recorded).toBe(1);
  });

  it("writes 32 calls without a delay", async () => {
    const { writer } = open();
    const calls = Array.from({ length: 32 }, () => endedCall());
    for (const call of calls.slice(0, 31)) writer.add(call);
    await vi.advanceTimersByTimeAsync(0);
    expect(calls[0]?.recorded).toBe(0);
    writer.add(calls[31]!);
    await vi.advanceTimersByTimeAsync(0);
    expect(calls.map(({ recorded }) => recorded)).toEqual(calls.map(() => 1));
  });

  it("writes a megabyte of bodies without a delay, and counts each batch by itself", async () => {
    const { writer } = open();
    const half = endedCall({ request: bodyOf(512 * 1024) });
    const rest = endedCall({ request: bodyOf(512 * 1024) });
    writer.add(half);
    await vi.advanceTimersByTimeAsync(0);
    expect(half.recorded).toBe(0);
    writer.add(rest);
    await vi.advanceTimersByTimeAsync(0);
    expect([half.recorded, rest.recorded]).toEqual([1, 1]);
    const later = endedCall({ request: bodyOf(512 * 1024) });
    writer.add(later);
    await vi.advanceTimersByTimeAsync(0);
    expect(later.recorded).toBe(0);
  });

  it("writes at once if somebody waits", async () => {
    const { writer } = open();
    const call = endedCall();
    writer.add(call);
    writer.hurry();
    writer.hurry();
    await vi.advanceTimersByTimeAsync(0);
    expect(call.ledger.receipts).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("settles when the last receipt is durable, also of calls that are being written", async () => {
    const { writer } = open();
    await writer.settled();
    const gate = Promise.withResolvers<void>();
    const call = endedCall();
    call.ledger.gates.set("append", gate.promise);
    writer.add(call);
    let isSettled = false;
    void writer.settled().then(() => {
      isSettled = true;
    });
    await vi.advanceTimersByTimeAsync(0);
    expect([call.ledger.log, isSettled, call.recorded]).toEqual([["append"], false, 0]);
    void writer.settled().then(() => undefined);
    gate.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect([isSettled, call.recorded]).toEqual([true, 1]);
  });

  it("settles only when no later call waits either", async () => {
    const { writer } = open();
    const gate = Promise.withResolvers<void>();
    const first = endedCall();
    first.ledger.gates.set("append", gate.promise);
    writer.add(first);
    let isSettled = false;
    void writer.settled().then(() => {
      isSettled = true;
    });
    await vi.advanceTimersByTimeAsync(0);
    const second = endedCall();
    writer.add(second);
    gate.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect([first.recorded, isSettled]).toEqual([1, false]);
    await vi.advanceTimersByTimeAsync(8);
    expect([second.recorded, isSettled]).toEqual([1, true]);
  });

  it("writes the receipt of a call only after its answer is kept, so that it can say where that failed", async () => {
    const { writer } = open();
    const kept = Promise.withResolvers<void>();
    const warnings: string[] = [];
    const call = endedCall({ kept: kept.promise, warnings });
    writer.add(call);
    await vi.advanceTimersByTimeAsync(8);
    expect([call.ledger.receipts.length, call.recorded]).toEqual([0, 0]);
    warnings.push("not kept");
    kept.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect([call.ledger.receipts[0]?.observed?.warnings, call.recorded]).toEqual([["not kept"], 1]);
  });

  it("reports a receipt that cannot be written, and loses no other", async () => {
    const { writer, reports } = open();
    const bad = endedCall();
    bad.ledger.failures.set("append", new Error("disk full"));
    const good = endedCall();
    writer.add(bad);
    writer.add(good);
    await vi.advanceTimersByTimeAsync(8);
    expect([reports, bad.recorded, good.recorded]).toEqual([["a receipt could not be written"], 1, 1]);
  });

  it("repairs a receipt that has no canonical form", async () => {
    const { writer, reports } = open();
    const call = endedCall({ warnings: ["half a pair: \ud800"] });
    writer.add(call);
    await vi.advanceTimersByTimeAsync(8);
    expect([reports, call.ledger.receipts[0]?.observed?.warnings]).toEqual([[], ["half a pair: \ufffd"]]);
  });

  it("gives every durable receipt to its listener, whose exception changes nothing", async () => {
    const told: [string, string][] = [];
    const onReceipt = (receipt: Receipt, tenant: string) => {
      told.push([receipt.meta.run_id, tenant]);
      throw new Error("listener");
    };
    const { writer, reports } = open({ onReceipt });
    const call = endedCall();
    writer.add(call);
    await vi.advanceTimersByTimeAsync(8);
    expect(told).toEqual([[call.runId, "default"]]);
    expect([reports, call.recorded]).toEqual([["a listener for receipts failed"], 1]);
  });

  it("logs every call once, also one whose receipt fails", async () => {
    const lines: CallLogEntry[] = [];
    const { writer } = open({ log: { call: (entry) => void lines.push(entry) } });
    const call = endedCall();
    call.ledger.failures.set("append", new Error("disk full"));
    writer.add(call);
    await vi.advanceTimersByTimeAsync(8);
    expect(lines.map(({ runId }) => runId)).toEqual([call.runId]);
  });
});
