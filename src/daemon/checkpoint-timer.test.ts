import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Config } from "../config/index.ts";
import type { Ledger } from "../storage/index.ts";
import { CHECKPOINT_INTERVAL_MS, CheckpointTimer, tenantsOf } from "./checkpoint-timer.ts";

let signed: string[];
let reports: string[];
let failing: string | undefined;

beforeEach(() => {
  signed = [];
  reports = [];
  failing = undefined;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

function timer(): CheckpointTimer {
  const ledger = (tenant: string) => ({
    checkpoint: async () => {
      signed.push(tenant);
      if (tenant === failing) throw new Error("disk full");
      return "";
    },
  });
  const report = (message: string, error: unknown) => reports.push(`${message} ${error}`);
  return new CheckpointTimer({ ledger: ledger as unknown as (tenant: string) => Ledger }, report);
}

describe("periodic signatures", () => {
  it("are made for every tenant once per interval, also for tenants that are added later", async () => {
    const one = timer();
    one.add(["default", "acme", "default"]);
    await vi.advanceTimersByTimeAsync(CHECKPOINT_INTERVAL_MS - 1);
    expect(signed).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(signed).toEqual(["default", "acme"]);
    one.add(["new", "acme"]);
    await vi.advanceTimersByTimeAsync(CHECKPOINT_INTERVAL_MS);
    expect(signed.slice(2)).toEqual(["default", "acme", "new"]);
    one.stop();
    await vi.advanceTimersByTimeAsync(CHECKPOINT_INTERVAL_MS * 3);
    expect(signed).toHaveLength(5);
    expect(reports).toEqual([]);
  });

  it("that fail are reported, and tried again", async () => {
    const one = timer();
    one.add(["a", "b"]);
    failing = "a";
    await vi.advanceTimersByTimeAsync(CHECKPOINT_INTERVAL_MS);
    expect(signed).toEqual(["a", "b"]);
    expect(reports).toEqual([expect.stringMatching(/"a".*disk full/)]);
    failing = undefined;
    await vi.advanceTimersByTimeAsync(CHECKPOINT_INTERVAL_MS);
    expect([signed.length, reports.length]).toEqual([4, 1]);
    one.stop();
  });

  it("come every 30 seconds and do not keep the process alive", () => {
    expect(CHECKPOINT_INTERVAL_MS).toBe(30_000);
    vi.useRealTimers();
    const count = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    const before = count();
    const one = timer();
    expect(count()).toBe(before);
    one.stop();
  });
});

it("the tenants of keys are their own, and the one of the configuration", () => {
  const config = { receipts: { tenant: "default" } } as Config;
  const keys = { ada: { token: "a", engines: [], tenant: "acme" }, bob: { token: "b", engines: [] } };
  expect(tenantsOf(config, keys)).toEqual(["default", "acme"]);
});
