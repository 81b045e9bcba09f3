import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { until } from "../../../test/eventually.ts";
import { AbpError } from "../../contract/index.ts";
import type { UpstreamHandler } from "../../engines/index.ts";
import { sha256Hex } from "../../lib/index.ts";
import { openCallers } from "../callers/callers.ts";
import { CallPolicies } from "../enforcement/call-policy.ts";
import { readFloors } from "../enforcement/profile-files.ts";
import { costs, meteredCall } from "../fixtures/metered-call.ts";
import { RecordingSink } from "../fixtures/recording-sink.ts";
import { CHAT, openRunGateway, RUN, receiptIds } from "../fixtures/run-gateway.ts";
import { answers, chatCompletion, fails, scriptedEngine } from "../fixtures/scripted-engine.ts";
import { bodyOf } from "../fixtures/test-context.ts";

const engineOf = (name = "e") => scriptedEngine(name, "openai", answers(200, chatCompletion("ok", "m-1")));
const silent = () => scriptedEngine("e", "openai");
const down = () => new AbpError("backend_unavailable", "down");

afterEach(() => {
  vi.useRealTimers();
});

describe("the engine of a run", () => {
  const listing = (name: string, model: string, fallback: { engine: string }[] = []) =>
    scriptedEngine(name, "openai", answers(200, chatCompletion("ok", "m-1")), {
      listModels: async () => [{ id: model }],
      fallback,
    });
  const open = () =>
    openRunGateway({
      engines: [listing("other", "m-other"), listing("e", "m-own", [{ engine: "f" }]), engineOf("f")],
      routes: { r: { models: ["m"], engine: "other" } },
      engine: "e",
    });

  it("takes the calls that name none, whatever their model's route says", async () => {
    const { ask, account, ledger } = open();
    expect((await ask()).status).toBe(200);
    await account.close();
    expect(ledger.receipts[0]?.observed?.call).toMatchObject({ engine: "e" });
  });

  it("and its fallbacks are the only ones that the key may name", async () => {
    const { gateway, account, ledger } = open();
    const statusOf = async (engine: string) => {
      const headers = [
        "x-api-key",
        account.token,
        "content-type",
        "application/json",
        "x-abp-engine",
        engine,
      ];
      const admission = gateway.admit({ method: "POST", target: `/r/${RUN}/v1/chat/completions`, headers });
      const sink = new RecordingSink();
      gateway.call(admission, bodyOf(CHAT), sink);
      await sink.over;
      return [sink.status, sink.header("x-abp-error")];
    };
    expect([await statusOf("e"), await statusOf("f"), await statusOf("other")]).toEqual([
      [200, undefined],
      [200, undefined],
      [403, "access_denied"],
    ]);
    expect((await account.close()).refused).toBe(1);
    expect(ledger.receipts.map(({ observed }) => observed?.call?.engine)).not.toContain("other");
  });

  it("is the only one whose models the key is shown", async () => {
    const { ask } = open();
    const sink = await ask("", `/r/${RUN}/v1/models`, undefined, "GET");
    expect(JSON.parse(sink.text).data.map(({ id }: { id: string }) => id)).toEqual(["m-own"]);
  });
});

describe("a call with the key of a run", () => {
  it("is recorded for the key that the run works for, linked to the run, and metered", async () => {
    const { account, ask, ledger } = openRunGateway({ engines: [engineOf()], usd: 0.25 });
    const sink = await ask();
    expect([sink.status, account.spentUsd()]).toEqual([200, 0.25]);
    const record = await account.close();
    const [receipt] = ledger.receipts;
    expect(receipt?.meta.work_order_id).toBe(RUN);
    expect(receipt?.observed?.call).toMatchObject({ caller: "dev", parent_run: RUN });
    const used = { ...receipt?.usage, request_units: null };
    expect(record).toEqual({
      calls: 1,
      refused: 0,
      usage: used,
      models: [{ engine: "e", requested: "m", upstream: "m", reported: "m-1", calls: 1, usage: used }],
      receipts: [{ run_id: receipt?.meta.run_id, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    });
    expect(record.usage).toMatchObject({ input_tokens: 3, output_tokens: 2, estimated_cost_usd: 0.25 });
  });

  it("names the hash that the log has of its receipt", async () => {
    const { account, ask, ledger } = openRunGateway({ engines: [engineOf()] });
    const places: unknown[] = [];
    const append = ledger.appendPrepared.bind(ledger);
    ledger.appendPrepared = async (prepared) => {
      const place = await append(prepared);
      places.push({ run_id: place.runId, sha256: sha256Hex("known") });
      return { ...place, sha256: sha256Hex("known") };
    };
    await ask();
    expect((await account.close()).receipts).toEqual(places);
  });

  it("belongs to the owner of the run", async () => {
    const keys = {
      dev: { token: "token-of-secret", engines: [] },
      ada: { token: "token-of-a", engines: [] },
    };
    const { begin, ledger, account } = openRunGateway({ engines: [engineOf()], keys, name: "ada" });
    await begin({ model: "m", input: "hi" }, `/r/${RUN}/v1/responses`).sink.over;
    await account.close();
    expect(new Set(ledger.owners)).toEqual(new Set(["key:ada"]));
    expect(ledger.kept.size).toBe(1);
  });

  it("has no right to what nobody owns, though no other key is configured", () => {
    const { admit } = openRunGateway({ engines: [engineOf()] });
    expect(admit().caller).toMatchObject({ isOnlyKey: false, readsUnowned: false });
  });

  it("counts if it counts tokens, and is free", async () => {
    const { begin, account } = openRunGateway({ engines: [engineOf()], usd: 1 });
    const body = { model: "m", messages: [{ role: "user", content: "hi" }] };
    await begin(body, `/r/${RUN}/v1/messages/count_tokens`).sink.over;
    expect(await account.close()).toMatchObject({
      calls: 1,
      refused: 0,
      usage: { input_tokens: null, estimated_cost_usd: 0 },
    });
  });

  it("lists models without being counted", async () => {
    const { ask, account } = openRunGateway({ engines: [engineOf()] });
    expect((await ask(undefined, `/r/${RUN}/v1/models`, undefined, "GET")).status).toBe(200);
    expect((await account.close()).calls).toBe(0);
  });

  it("that a policy refuses counts as refused, and costs nothing", async () => {
    const lists = { ...NO_LISTS, disallowed_tools: ["Bash"] };
    const policies = new CallPolicies(readFloors(lists, []), {});
    const callers = openCallers(
      { dev: { token: "token-of-secret", engines: [] } },
      { tenant: "default", maxConcurrent: 1, policiesOf: (name, policy) => policies.ofKey(name, policy) },
    );
    const engine = engineOf();
    const { ask, account } = openRunGateway({ engines: [engine], usd: 1, more: { callers } });
    const tools = [{ type: "function", function: { name: "Bash", parameters: { type: "object" } } }];
    expect((await ask({ ...CHAT, tools })).status).toBeGreaterThanOrEqual(400);
    const record = await account.close();
    expect([engine.requests.length, record.calls, record.refused]).toEqual([0, 1, 1]);
    expect(record.usage.estimated_cost_usd).toBe(0);
  });

  it.each([[true], [false]])(
    "is waited for while the ledger cannot write, held receipts: %s",
    async (isBack) => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
      const { ask, account, ledger, reports } = openRunGateway({ engines: [engineOf()] });
      const full = new AbpError("ledger_unavailable", "full");
      ledger.failures.set("append", full);
      await ask();
      let record: unknown;
      const closing = account.close().then((value) => {
        record = value;
        return value;
      });
      await nextTurn();
      expect(record).toBeUndefined();
      if (!isBack) ledger.failures.set("append", new AbpError("receipt_duplicate", "twice"));
      await vi.advanceTimersByTimeAsync(1000);
      const { receipts, receipts_omitted, calls } = await closing;
      expect([calls, receipts.length, receipts_omitted]).toEqual(isBack ? [1, 1, undefined] : [1, 0, 1]);
      expect(reports).toEqual(isBack ? [] : ["a receipt could not be written"]);
    },
  );
});

describe("another key", () => {
  const refused = expect.objectContaining({ code: "run_not_found" });

  it("is refused on the path of an open run, in the vendor's own form", () => {
    const { admit, gateway } = openRunGateway({ engines: [engineOf()] });
    const target = `/r/${RUN}/v1/messages`;
    expect(() => admit(target, "token-of-secret")).toThrow(refused);
    expect(() => admit(`/r/${RUN.toUpperCase()}/v1/messages`, "token-of-secret")).toThrow(refused);
    const thrown = new AbpError("run_not_found", "x");
    const answer = gateway.refuse({ method: "POST", target, headers: [] }, thrown);
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([404, { type: "error" }]);
    expect(answer.headers.join()).toContain("x-should-retry,false");
  });

  it("is refused on every path of a work order that the store knows", async () => {
    const engine = engineOf();
    const { ask, ledger } = openRunGateway({ engines: [engine] });
    const known = "00000000-0000-7000-8000-00000000bbbb";
    ledger.open.set(known, {
      runId: known,
      workOrderId: known,
      startedAt: new Date(0),
      backendId: "b",
      mode: "mapped",
    });
    for (const [method, path] of [
      ["POST", "/v1/chat/completions"],
      ["GET", "/v1/models"],
      ["GET", "/v1/models/m"],
      ["GET", "/v1/responses/resp_1"],
    ]) {
      const sink = await ask(CHAT, `/r/${known}${path}`, "token-of-secret", method);
      expect([path, sink.status, sink.header("x-abp-error")]).toEqual([path, 404, "run_not_found"]);
    }
    expect(engine.requests).toHaveLength(0);
    // The listings and the look-up of a response have no receipts.
    await until(() => ledger.receipts.length === 1);
    expect(ledger.receipts[0]?.termination).toMatchObject({ reason: "refused", code: "run_not_found" });
  });

  it("is served below a label that no run has", async () => {
    const { ask } = openRunGateway({ engines: [engineOf()] });
    for (const label of ["my-run", "00000000-0000-7000-8000-00000000cccc"]) {
      expect((await ask(CHAT, `/r/${label}/v1/chat/completions`, "token-of-secret")).status).toBe(200);
      expect((await ask(CHAT, `/r/${label}/v1/models`, "token-of-secret", "GET")).status).toBe(200);
    }
  });
});

describe("the key of a run", () => {
  it("is no key anywhere else", async () => {
    const { admit, gateway, account } = openRunGateway({ engines: [engineOf()] });
    const unknown = expect.objectContaining({ code: "auth_invalid" });
    expect(() => admit("/v1/chat/completions")).toThrow(unknown);
    expect(() => admit("/r/00000000-0000-7000-8000-00000000cccc/v1/chat/completions")).toThrow(unknown);
    const head = { method: "GET", target: `/v1/runs/${RUN}/receipt`, headers: ["x-api-key", account.token] };
    await expect(gateway.own(head)).rejects.toThrow(unknown);
  });

  it("is refused after the end of the run", async () => {
    const { admit, account } = openRunGateway({ engines: [engineOf()] });
    await account.close();
    expect(() => admit()).toThrow(expect.objectContaining({ code: "run_not_found" }));
  });

  it("is refused for a call whose body arrives after the end, without a receipt", async () => {
    const engine = engineOf();
    const { admit, gateway, account, ledger } = openRunGateway({ engines: [engine] });
    const admission = admit();
    const record = await account.close();
    const sink = new RecordingSink();
    const call = gateway.call(admission, bodyOf(CHAT), sink);
    await sink.over;
    await call.recorded;
    expect([sink.status, sink.header("x-abp-error")]).toEqual([404, "run_not_found"]);
    expect([engine.requests.length, ledger.receipts.length, record.calls]).toEqual([0, 0, 0]);
  });

  it("is refused if the run ends while the keeper of a response is looked up", async () => {
    const keeper = scriptedEngine("e", "codex", answers(200, { id: "resp_1" }), { keepsResponses: true });
    const { begin, account, ledger } = openRunGateway({ engines: [keeper] });
    ledger.engineIds.set("resp_1", new Map([["e", "own"]]));
    const { sink } = begin(undefined, `/r/${RUN}/v1/responses/resp_1`, undefined, "GET");
    await account.close();
    await sink.over;
    expect([sink.status, keeper.requests.length]).toEqual([404, 0]);
  });
});

describe("the budget of a run", () => {
  it("refuses the call that begins after it is spent, before anything is sent", async () => {
    const engine = engineOf();
    const { ask, account, ledger } = openRunGateway({ engines: [engine], budgetUsd: 0.5, usd: 0.25 });
    const statuses = [(await ask()).status, (await ask()).status];
    const refused = await ask();
    expect([...statuses, refused.status]).toEqual([200, 200, 409]);
    expect([refused.header("x-should-retry"), refused.header("x-abp-error")]).toEqual([
      "false",
      "run_budget_exceeded",
    ]);
    const record = await account.close();
    expect([engine.requests.length, record.calls, record.refused]).toEqual([2, 3, 1]);
    expect([record.usage.estimated_cost_usd, record.receipts.length]).toEqual([0.5, 3]);
    expect(ledger.receipts[2]?.termination).toMatchObject({ reason: "refused", code: "run_budget_exceeded" });
    expect(ledger.log.filter((entry) => entry === "begin")).toHaveLength(2);
  });

  it("is exceeded by calls at the same time, by what they cost", async () => {
    const handlers: UpstreamHandler[] = [];
    const engine = scriptedEngine("e", "openai", (handler) => void handlers.push(handler));
    const { begin, ask, account } = openRunGateway({ engines: [engine], budgetUsd: 0.5, usd: 0.5 });
    const sinks = [begin().sink, begin().sink];
    await until(() => handlers.length === 2);
    for (const handler of handlers) answers(200, chatCompletion("ok"))(handler, engine.requests[0]!);
    await Promise.all(sinks.map(({ over }) => over));
    expect([...sinks.map(({ status }) => status), account.spentUsd()]).toEqual([200, 200, 1]);
    expect((await ask()).status).toBe(409);
  });

  it("is checked again before the request leaves", async () => {
    const engine = engineOf();
    const { begin, account, ledger } = openRunGateway({ engines: [engine], budgetUsd: 1 });
    const gate = Promise.withResolvers<void>();
    ledger.gates.set("begin", gate.promise);
    const { sink } = begin();
    await until(() => ledger.log.includes("begin"));
    account.meter(meteredCall({ cost: costs(1) }));
    gate.resolve();
    await sink.over;
    await account.close();
    expect([sink.status, engine.requests.length, ledger.open.size]).toEqual([409, 0, 0]);
  });

  it("is checked before another engine takes over", async () => {
    const first = silent();
    const second = engineOf("f");
    const routes = { r: { models: ["*"], engine: "e", fallback: [{ engine: "f" }] } };
    const { begin, account } = openRunGateway({ engines: [first, second], routes, budgetUsd: 1, usd: 1 });
    const { sink } = begin();
    await until(() => first.requests.length === 1);
    account.meter(meteredCall({ cost: costs(1) }));
    fails(down())(first.handler, first.requests[0]!);
    await sink.over;
    expect([sink.status, second.requests.length]).toEqual([409, 0]);
  });

  it("does not refuse if prices are not known, and tells nobody of a cost", async () => {
    const { ask, account } = openRunGateway({ engines: [engineOf()], budgetUsd: 0.01 });
    const told: number[] = [];
    account.onSpent = (usd) => told.push(usd);
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
    expect((await account.close()).usage.estimated_cost_usd).toBeNull();
    expect(told).toEqual([]);
  });
});

describe("the end of a run", () => {
  it("ends a call that was not answered yet, tells its caller, and names its receipt", async () => {
    const engine = silent();
    const { begin, account, ledger } = openRunGateway({ engines: [engine] });
    const { sink, call } = begin();
    await until(() => engine.requests.length === 1);
    const record = await account.close();
    expect([sink.status, sink.isEnded, engine.aborted]).toEqual([499, true, 1]);
    expect(receiptIds(record)).toEqual([call.runId]);
    expect(ledger.receipts[0]).toMatchObject({
      outcome: "failed",
      termination: { reason: "cancelled", code: "run_cancelled" },
    });
  });

  it("breaks off an answer under way", async () => {
    const engine = silent();
    const { begin, account, ledger } = openRunGateway({ engines: [engine] });
    const { sink } = begin({ ...CHAT, stream: true });
    await until(() => engine.requests.length === 1);
    engine.handler.onHead(200, ["content-type", "text/event-stream"]);
    engine.handler.onData(Buffer.from('data: {"choices":[]}\n\n'));
    await account.close();
    expect([sink.isBroken, sink.isEnded, ledger.receipts[0]?.outcome]).toEqual([true, false, "partial"]);
  });

  it("ends a call in the turn in which it arrives", async () => {
    const engine = engineOf();
    const { begin, account } = openRunGateway({ engines: [engine] });
    const { sink, call } = begin();
    const record = await account.close();
    expect([sink.status, engine.requests.length, receiptIds(record)]).toEqual([499, 0, [call.runId]]);
  });

  it("does not end calls that have ended", async () => {
    const { ask, account } = openRunGateway({ engines: [engineOf()] });
    const sink = await ask();
    await account.close();
    expect([sink.status, sink.isBroken]).toEqual([200, false]);
  });

  it("ends a call in the background, whose response then says that it failed", async () => {
    const engine = silent();
    const { begin, account, ledger } = openRunGateway({ engines: [engine] });
    const { sink } = begin({ model: "m", input: "hi", background: true }, `/r/${RUN}/v1/responses`);
    await sink.over;
    expect(sink.json).toMatchObject({ status: "queued" });
    await until(() => engine.requests.length === 1);
    const record = await account.close();
    expect([record.calls, record.receipts.length, engine.aborted]).toEqual([1, 1, 1]);
    expect([...ledger.kept.values()][0]).toMatchObject({ isPending: false, body: { status: "failed" } });
    expect(ledger.receipts).toHaveLength(1);
  });

  it("waits for a call that was on its way into the background", async () => {
    const { begin, account, ledger } = openRunGateway({ engines: [silent()] });
    const gate = Promise.withResolvers<void>();
    ledger.gates.set("keep", gate.promise);
    begin({ model: "m", input: "hi", background: true }, `/r/${RUN}/v1/responses`);
    await until(() => ledger.log.includes("keep"));
    const closing = account.close();
    await until(() => ledger.receipts.length === 1);
    gate.resolve();
    const record = await closing;
    expect([record.calls, record.receipts.length, ledger.kept.size]).toEqual([2, 2, 0]);
  });

  it("refuses a background call whose budget is spent, before anything is kept", async () => {
    const { ask, ledger } = openRunGateway({ engines: [engineOf()], budgetUsd: 0 });
    const body = { model: "m", input: "hi", background: true };
    expect((await ask(body, `/r/${RUN}/v1/responses`)).status).toBe(409);
    expect(ledger.kept.size).toBe(0);
  });
});

const NO_LISTS = {
  allowed_tools: [],
  disallowed_tools: [],
  deny_read: [],
  deny_write: [],
  allow_network: [],
  deny_network: [],
  require_approval_for: [],
};

describe("a call of an agent that was started for an earlier run", () => {
  it("belongs to the later run, whatever its path says", async () => {
    const { context, account, ask, ledger } = openRunGateway({ engines: [engineOf()], usd: 0.25 });
    await account.close();
    const LATER = RUN.replace(/aaaa$/, "bbbb");
    const access = { startedFor: RUN, token: account.token };
    await expect(ask()).rejects.toMatchObject({ code: "run_not_found" });
    const later = context.runs.open({
      runId: LATER,
      tenant: "default",
      budgetUsd: null,
      name: "dev",
      access,
    });
    expect((await ask()).status).toBe(200);
    expect([later.spentUsd(), account.spentUsd()]).toEqual([0.25, 0]);
    const record = await later.close();
    expect(record.receipts).toEqual([
      { run_id: ledger.receipts[0]?.meta.run_id, sha256: expect.any(String) },
    ]);
    expect(
      ledger.receipts.map(({ meta, observed }) => [meta.work_order_id, observed?.call?.parent_run]),
    ).toEqual([[LATER, LATER]]);
  });
});
