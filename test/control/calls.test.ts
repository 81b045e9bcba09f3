import { describe, expect, it } from "vitest";
import type { CallRecord, LossEntry, LossReport, Receipt } from "../../src/contract/index.ts";
import { receiptOf, runId } from "../../src/storage/ledger/fixtures/runs.ts";
import { openWorkApi } from "./work-api.ts";

const entry: LossEntry = { path: "$.user", reason: "no such member", disposition: "disclosed" };

function callReceipt(number: number, call: Partial<CallRecord> = {}, more: Partial<Receipt> = {}): Receipt {
  const record = {
    operation: "generate",
    dialect: "openai",
    engine: "sim",
    engine_dialect: "claude",
    model: "m",
    stream: false,
    status: 200,
    caller: "ada",
    ...call,
  };
  return { ...receiptOf(number), ...more, observed: { call: record } };
}

describe("model calls", () => {
  it("are listed from the log, the newest first, with what they cost", async () => {
    const { store, json } = openWorkApi();
    const ledger = store.ledger("a");
    const cost = { usd: 0.000_000_25, nano_usd: 250, estimated: false };
    const mapping: LossReport[] = [{ from: "openai", to: "claude", direction: "request", entries: [entry] }];
    await ledger.append(callReceipt(1, { parent_run: runId(9) }, { cost, mapping }));
    await ledger.append(receiptOf(2));
    await ledger.append(callReceipt(3, { status: 429, caller: "alan", engine: "other" }));
    const list = async (query = "") =>
      (await json("ada", `GET /abp/v1/calls${query}`)).body.items.map((call) => call["seq"]);
    expect((await json("ada", "GET /abp/v1/calls")).body.items[1]).toEqual({
      run_id: runId(1),
      tenant: "a",
      seq: 0,
      key: "ada",
      parent_run: runId(9),
      operation: "generate",
      dialect: "openai",
      engine: "sim",
      engine_dialect: "claude",
      model: "m",
      upstream_model: null,
      mode: "mapped",
      stream: false,
      status: 200,
      outcome: "complete",
      reason: null,
      code: null,
      losses: 1,
      input_tokens: null,
      output_tokens: null,
      cost_nano_usd: 250,
      started_at: "2026-03-01T08:00:00.000Z",
      duration_ms: 1000,
    });
    expect(await list()).toEqual([2, 0]);
    expect([await list("?status=429"), await list("?engine=sim"), await list("?key=alan")]).toEqual([
      [2],
      [0],
      [2],
    ]);
    expect([await list("?loss=true"), await list("?loss=false"), await list(`?run=${runId(9)}`)]).toEqual([
      [0],
      [2],
      [0],
    ]);
    expect(await list("?until=2026-03-01T08:00:00Z")).toEqual([]);
    expect((await json("eve", "GET /abp/v1/calls")).body.items).toEqual([]);
    expect((await json("root", "GET /abp/v1/calls?tenant=a")).body.items).toHaveLength(2);
  });

  it("are looked for in a bounded part of the log for each page", async () => {
    const { store, json } = openWorkApi();
    const ledger = store.ledger("a");
    await ledger.append(callReceipt(0, { engine: "rare" }));
    for (let number = 1; number <= 2500; number += 1) await ledger.append(callReceipt(number));
    const first = (await json("ada", "GET /abp/v1/calls?engine=rare")).body;
    expect([first.items, first.next_cursor]).toEqual([[], expect.any(String)]);
    const second = (await json("ada", `GET /abp/v1/calls?engine=rare&cursor=${first.next_cursor}`)).body;
    expect([second.items.map((call) => call["seq"]), second.next_cursor]).toEqual([[0], null]);
  });
});
