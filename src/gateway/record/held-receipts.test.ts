import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { HeldReceipts } from "./held-receipts.ts";

const full = new AbpError("ledger_unavailable", "full");
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

function open() {
  const reports: string[] = [];
  const errors: unknown[] = [];
  const held = new HeldReceipts((message, error) => {
    reports.push(message);
    errors.push(error);
  });
  return { held, reports, errors };
}

describe("held receipts", () => {
  it("are written in order once the ledger can write, and not again", async () => {
    const { held, reports } = open();
    let isFull = true;
    const written: number[] = [];
    const append = (number: number) => async () => {
      if (isFull) throw full;
      written.push(number);
    };
    expect([held.take(full, append(1)), held.take(full, append(2))]).toEqual([true, true]);
    await vi.advanceTimersByTimeAsync(3000);
    expect(written).toEqual([]);
    isFull = false;
    await vi.advanceTimersByTimeAsync(1000);
    expect(written).toEqual([1, 2]);
    expect(vi.getTimerCount()).toBe(0);
    await held.close();
    expect([written, reports]).toEqual([[1, 2], []]);
  });

  it("are reported once each when they are durable, refused or given up, and not before", async () => {
    const { held } = open();
    const done: string[] = [];
    const answers: Record<string, () => Promise<unknown>> = {
      written: async () => undefined,
      refused: () => Promise.reject(new AbpError("receipt_duplicate", "twice")),
      stuck: () => Promise.reject(full),
    };
    for (const [name, append] of Object.entries(answers)) held.take(full, append, () => void done.push(name));
    expect(done).toEqual([]);
    await vi.advanceTimersByTimeAsync(3000);
    expect(done).toEqual(["written", "refused"]);
    await held.close();
    await held.close();
    expect(done).toEqual(["written", "refused", "stuck"]);
  });

  it("are not taken for another failure, nor without a bound", () => {
    const { held } = open();
    expect(held.take(new Error("x"), async () => undefined)).toBe(false);
    expect(held.take(new AbpError("receipt_duplicate", "x"), async () => undefined)).toBe(false);
    for (let count = 0; count < 4096; count += 1) expect(held.take(full, async () => undefined)).toBe(true);
    expect(held.take(full, async () => undefined)).toBe(false);
  });

  it("that the ledger refuses for another reason are reported and do not stop the others", async () => {
    const { held, reports, errors } = open();
    const write = vi.fn(async () => undefined);
    const refusal = new AbpError("receipt_duplicate", "twice");
    held.take(full, () => Promise.reject(refusal));
    held.take(full, write);
    await vi.advanceTimersByTimeAsync(2000);
    expect([write.mock.calls.length, reports]).toEqual([1, ["a receipt could not be written"]]);
    expect([errors[0] === refusal, vi.getTimerCount()]).toEqual([true, 0]);
  });

  it("are tried once more at the end, and the rest is reported", async () => {
    const { held, reports, errors } = open();
    held.take(full, () => Promise.reject(full));
    held.take(full, () => Promise.reject(full));
    await held.close();
    expect(reports).toEqual(["2 receipts could not be written before the end"]);
    expect(errors).toEqual([expect.objectContaining({ code: "ledger_unavailable" })]);
    expect(vi.getTimerCount()).toBe(0);
    await held.close();
    expect(reports).toHaveLength(1);
  });

  it("are tried a second after the first was taken, and every second", async () => {
    const { held } = open();
    const append = vi.fn(() => Promise.reject(full));
    held.take(full, append);
    await vi.advanceTimersByTimeAsync(500);
    held.take(full, append);
    await vi.advanceTimersByTimeAsync(499);
    expect([append.mock.calls.length, vi.getTimerCount()]).toEqual([0, 1]);
    await vi.advanceTimersByTimeAsync(1);
    expect(append).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(999);
    expect(append).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(append).toHaveBeenCalledTimes(2);
    await held.close();
  });

  it("that are taken after all were written are tried too", async () => {
    const { held } = open();
    const append = vi.fn(async () => undefined);
    held.take(full, append);
    await vi.advanceTimersByTimeAsync(1000);
    held.take(full, append);
    await vi.advanceTimersByTimeAsync(1000);
    expect(append).toHaveBeenCalledTimes(2);
  });

  it("do not keep the process alive", () => {
    vi.useRealTimers();
    const timer = vi.spyOn(globalThis, "setInterval");
    const { held } = open();
    held.take(full, async () => undefined);
    const made = timer.mock.results[0]?.value as NodeJS.Timeout;
    timer.mockRestore();
    expect(made.hasRef()).toBe(false);
    clearInterval(made);
  });

  it("are all tried at the end, also if an attempt is still under way", async () => {
    const { held, reports } = open();
    const slow = Promise.withResolvers<void>();
    const append = vi.fn(async () => undefined);
    held.take(full, () => slow.promise);
    held.take(full, append);
    await vi.advanceTimersByTimeAsync(1000);
    const closed = held.close();
    slow.resolve();
    await closed;
    expect([append.mock.calls.length, reports, vi.getTimerCount()]).toEqual([1, [], 0]);
  });

  it("are all tried at the end, also after one that the ledger refuses", async () => {
    const { held, reports } = open();
    const append = vi.fn(async () => undefined);
    held.take(full, () => Promise.reject(new AbpError("receipt_duplicate", "twice")));
    held.take(full, append);
    await held.close();
    expect([append.mock.calls.length, reports]).toEqual([1, ["a receipt could not be written"]]);
  });

  it("are not tried twice at the same time", async () => {
    const { held } = open();
    const append = vi.fn(() => new Promise(() => undefined));
    held.take(full, append);
    await vi.advanceTimersByTimeAsync(5000);
    expect(append).toHaveBeenCalledTimes(1);
  });
});
