import { describe, expect, it } from "vitest";
import { AbpError, ModelCallsRecord } from "../../contract/index.ts";
import type { MeteredCall } from "../exchange/call-account.ts";
import { costs, meteredCall } from "../fixtures/metered-call.ts";
import { RunMeter } from "./run-meter.ts";

function meterOf(...calls: readonly MeteredCall[]): RunMeter {
  const meter = new RunMeter();
  for (const call of calls) meter.add(call);
  return meter;
}

const place = (number: number) => ({
  seq: number,
  runId: `run-${number}`,
  sha256: String(number).padStart(64, "0"),
});

const cutOff = (code: "run_cancelled" | "backend_timeout", status: number) =>
  meteredCall({ usage: undefined, error: new AbpError(code, "x") }, { status });

describe("the meter of a run", () => {
  it("counts nothing and costs nothing before the first call", () => {
    const { record, spentUsd } = new RunMeter();
    expect(spentUsd).toBe(0);
    expect(record).toEqual({
      calls: 0,
      refused: 0,
      usage: {
        input_tokens: null,
        output_tokens: null,
        cache_read_tokens: null,
        cache_write_tokens: null,
        request_units: null,
        estimated_cost_usd: 0,
      },
      models: [],
      receipts: [],
    });
  });

  it("adds up each count, and states those that some call states", () => {
    const meter = meterOf(
      meteredCall({ usage: { input: 10, output: 1, cacheRead: 4 }, cost: costs(0.5) }),
      meteredCall({ usage: { input: 5, output: 2, cacheRead: 3, cacheWrite: 0 }, cost: costs(0.25) }),
      meteredCall({ usage: undefined, cost: costs(0) }),
    );
    expect(meter.record.usage).toEqual({
      input_tokens: 15,
      output_tokens: 3,
      cache_read_tokens: 7,
      cache_write_tokens: 0,
      request_units: null,
      estimated_cost_usd: 0.75,
    });
    expect(meter.record.calls).toBe(3);
    expect(ModelCallsRecord.safeParse(meter.record).success).toBe(true);
  });

  it("says what each model used, with its reasoning, its searches and the lifetimes of what was cached", () => {
    const usage = {
      ...{ input: 50, output: 9, reasoning: 4, serverTools: { web_search: 2 } },
      ...{ cacheWrite: 12, cacheWriteByTtl: { "5m": 5, "1h": 7 } },
    };
    const { record } = meterOf(
      meteredCall({ usage, cost: costs(0.1) }),
      meteredCall({ usage, cost: costs(0.2) }),
      meteredCall({ cost: undefined }, { model: "unpriced" }),
    );
    const used = {
      input_tokens: 100,
      output_tokens: 18,
      cache_read_tokens: null,
      cache_write_tokens: 24,
      request_units: null,
      estimated_cost_usd: 0.3,
      server_tools: { web_search: 4 },
      reasoning_tokens: 8,
      cache_write_tokens_by_lifetime: { "5m": 10, "1h": 14 },
    };
    expect(record.models.map((model) => model.usage)).toEqual([
      used,
      expect.objectContaining({ input_tokens: 3, output_tokens: 2, estimated_cost_usd: null }),
    ]);
    expect(record.usage).toEqual({
      ...used,
      input_tokens: 103,
      output_tokens: 20,
      estimated_cost_usd: null,
    });
  });

  it("adds costs without the errors of binary fractions", () => {
    expect(meterOf(...[0.7, 0.1].map((usd) => meteredCall({ cost: costs(usd) }))).spentUsd).toBe(0.8);
  });

  it.each([
    ["a call without a price", meteredCall()],
    ["an answer that broke off before its usage", meteredCall({ usage: undefined })],
    ["a call that ended before its answer", meteredCall({ usage: undefined }, { status: null })],
    ["a call that the end of its run cut off", cutOff("run_cancelled", 499)],
    ["a call that took too long", cutOff("backend_timeout", 504)],
    ["a status just below the errors", meteredCall({ usage: undefined }, { status: 399 })],
  ])("knows no cost of the run after %s, and keeps the sum of the others", (_, unknown) => {
    const meter = meterOf(meteredCall({ cost: costs(0.5) }), unknown, meteredCall({ cost: costs(1) }));
    expect([meter.record.usage.estimated_cost_usd, meter.spentUsd]).toEqual([null, 1.5]);
  });

  it.each([
    ["a refused call", { error: new AbpError("run_budget_exceeded", "x") }, { status: null }],
    ["an error of the engine", { error: new AbpError("backend_unavailable", "x") }, { status: 400 }],
    ["an error of the engine that was passed on", {}, { status: 400 }],
    [
      "a call that was cut off before an engine was chosen",
      { error: new AbpError("run_cancelled", "x") },
      { engine: "none" },
    ],
    ["a count of tokens", {}, { operation: "count_tokens" }],
  ])("takes %s for free", (_, more, call) => {
    const meter = meterOf(meteredCall({ usage: undefined, ...more }, call));
    expect(meter.record.usage.estimated_cost_usd).toBe(0);
  });

  it("counts refused calls as calls, and failed ones not as refused", () => {
    const { record } = meterOf(
      meteredCall({ error: new AbpError("run_budget_exceeded", "x") }),
      meteredCall({ error: new AbpError("access_denied", "x") }),
      meteredCall({ error: new AbpError("backend_unavailable", "x") }),
      meteredCall({ error: new AbpError("client_gone", "x") }),
      meteredCall(),
    );
    expect([record.calls, record.refused]).toEqual([5, 2]);
  });

  it("names each model once, by engine and by its three names", () => {
    const { record } = meterOf(
      meteredCall(),
      meteredCall(),
      meteredCall({}, { engine: "f" }),
      meteredCall({}, { model: "alias" }),
      meteredCall({}, { upstream_model: "other" }),
      meteredCall({}, { model: null, upstream_model: null, reported_model: null }),
    );
    const first = { engine: "e", requested: "m", upstream: "m", reported: "m-2026" };
    expect(record.models.map(({ usage, ...names }) => names)).toEqual([
      { ...first, calls: 2 },
      { ...first, engine: "f", calls: 1 },
      { ...first, requested: "alias", calls: 1 },
      { ...first, upstream: "other", calls: 1 },
      { engine: "e", requested: null, upstream: null, reported: null, calls: 1 },
    ]);
    expect(record).not.toHaveProperty("models_omitted");
  });

  it("names at most 100 models, and counts the calls of the others", () => {
    const meter = new RunMeter();
    for (let number = 0; number < 103; number += 1) meter.add(meteredCall({}, { model: `m${number}` }));
    meter.add(meteredCall({}, { model: "m99" }));
    const { models, models_omitted, calls } = meter.record;
    expect([models.length, models.at(-1)?.calls, models_omitted, calls]).toEqual([100, 2, 3, 104]);
  });

  it("cuts a long name, and repairs half a character", () => {
    const { models } = meterOf(
      meteredCall({}, { model: "x".repeat(300), upstream_model: "x".repeat(256), reported_model: "a\ud83d" }),
    ).record;
    expect(models[0]).toMatchObject({
      requested: "x".repeat(256),
      upstream: "x".repeat(256),
      reported: "a\ufffd",
    });
  });

  it("names the receipts, at most 1,000, and counts those that it does not name", () => {
    const meter = new RunMeter();
    for (let number = 0; number < 1002; number += 1) {
      meter.add(meteredCall());
      if (number < 2) expect(meter.record.receipts_omitted).toBe(1);
      meter.addReceipt(place(number));
      if (number < 2) expect(meter.record).not.toHaveProperty("receipts_omitted");
    }
    const { receipts, receipts_omitted } = meter.record;
    expect([receipts.length, receipts_omitted]).toEqual([1000, 2]);
    expect(receipts[1]).toEqual({ run_id: "run-1", sha256: place(1).sha256 });
  });

  it("gives records that later calls do not change", () => {
    const meter = meterOf(meteredCall());
    meter.addReceipt(place(0));
    const { record } = meter;
    const before = structuredClone(record);
    meter.add(meteredCall());
    meter.addReceipt(place(1));
    expect(record).toEqual(before);
  });
});
