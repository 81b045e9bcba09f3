import { describe, expect, it, vi } from "vitest";
import { openPolicy } from "../../contract/index.ts";
import type { Engine } from "../../engines/index.ts";
import type { BackgroundWork, BackgroundWorker } from "../background/background-calls.ts";
import { CallPolicies, type CallPolicyLists } from "../enforcement/call-policy.ts";
import type { Caller } from "../exchange/caller.ts";
import { fakeEngine } from "../fixtures/engines.ts";
import type { MemoryLedger } from "../fixtures/memory-ledger.ts";
import { admissionTo, bodyOf, testCaller, testContext } from "../fixtures/test-context.ts";
import { CallRequest } from "../request/call-request.ts";
import type { CallOptions } from "./call-options.ts";
import { CallPreparation } from "./call-preparation.ts";

const KIB = 1024;
const chat = { model: "m", messages: [{ role: "user", content: "hi" }] };
const openai = fakeEngine("o", "openai");
const claude = fakeEngine("c", "claude");
const codex = fakeEngine("x", "codex");
const RUN = "01890a5d-ac96-774b-bcce-b302099a8057";

interface Options {
  readonly body?: object;
  readonly path?: string;
  readonly headers?: readonly string[];
  readonly engines?: readonly Engine[];
  readonly fallback?: readonly string[];
  readonly caller?: Partial<Caller>;
  readonly lists?: CallPolicyLists;
  readonly call?: CallOptions;
}

function open(options: Options = {}) {
  const { path = "/v1/chat/completions", engines = [openai], fallback = [], headers = [] } = options;
  const [first] = engines;
  const context = testContext({
    engines,
    routes: { all: { models: ["*"], engine: first!.name, fallback: [...fallback] } },
  });
  const floors = [{ prefix: "policy.", profile: { ...openPolicy(), ...options.lists } }];
  const policies = new CallPolicies(floors, {}).ofKey("dev", undefined);
  const caller = testCaller({ policies, ...options.caller });
  const request = new CallRequest(admissionTo(path, headers, caller), bodyOf(options.body ?? chat));
  const call = { runId: RUN, isOver: false };
  const prepared = new CallPreparation(call, context, request, options.call ?? {});
  const read = vi.spyOn(request, "readInSlices");
  const turn = vi.spyOn(context.slices, "turn");
  return { context, request, call, prepared, read, turn, ledger: context.ledger };
}

const codeOf = (run: Promise<void>) =>
  run.then(
    () => undefined,
    (error: { code: string }) => error.code,
  );

function keep(ledger: MemoryLedger, id: string): Promise<void> {
  return ledger.responses.keep({
    id,
    createdAt: new Date(0),
    runId: "r",
    engine: "x",
    isNative: false,
    input: [{ role: "user", content: "first" }],
    body: { id, output: [{ type: "message", id: "msg_1", role: "assistant", content: [] }] },
  });
}

describe("the preparation of a call", () => {
  it("chooses its engines, of which the receipt gets every decision", async () => {
    const keyed = fakeEngine("k", "openai", { usesCallerKey: true });
    const { prepared, read, turn, request } = open({
      engines: [openai, claude, keyed],
      fallback: ["c", "k"],
    });
    await prepared.run();
    const { first, fallbacks } = prepared.plan!;
    expect([first.engine, fallbacks.map(({ engine }) => engine)]).toEqual([openai, [claude, keyed]]);
    expect([prepared.warnings, prepared.judge, prepared.work]).toEqual([[], undefined, undefined]);
    expect([read.mock.calls.length, turn.mock.calls.length, request.makesThings]).toEqual([0, 0, false]);
    const other = fakeEngine("k", "openai", { usesCallerKey: true, location: "elsewhere" });
    const warned = open({ engines: [openai, other], fallback: ["k"] });
    await warned.prepared.run();
    expect(warned.prepared.warnings).toEqual(["k is no fallback here: the caller's key was meant for o"]);
  });

  it("takes the engine that the call itself names", async () => {
    const { prepared } = open({ engines: [openai, claude], call: { engine: claude } });
    await prepared.run();
    expect(prepared.plan?.first.engine).toBe(claude);
  });

  it.each([
    ["a long body that passes through", openai, 300 * KIB, {}, 0],
    ["a long body for an engine of another dialect", claude, 300 * KIB, {}, 1],
    ["a short body for an engine of another dialect", claude, 10, {}, 0],
    ["a long body with a rule for tools", openai, 300 * KIB, { disallowed_tools: ["x"] }, 1],
  ])("reads %s in slices only if something needs its value", async (_, engine, bytes, lists, reads) => {
    const body = { ...chat, x: "y".repeat(bytes) };
    const { prepared, read } = open({ engines: [engine], body, lists });
    await prepared.run();
    expect(read).toHaveBeenCalledTimes(reads);
  });

  it("reads a long body before the engine is chosen, if the choice depends on it", async () => {
    const body = { ...chat, model: "gpt-5", x: "y".repeat(300 * KIB) };
    const headers = ["x-abp-engine", "auto"];
    for (const [one, reads] of [
      [body, 1],
      [{ ...chat, model: "gpt-5" }, 0],
    ] as const) {
      const { prepared, read } = open({ engines: [openai], body: one, headers });
      await prepared.run();
      expect([prepared.plan?.first.engine, read.mock.calls.length]).toEqual([openai, reads]);
    }
  });

  it("does nothing more for a call that ends while its body is scanned", async () => {
    const { prepared, call } = open({ body: { ...chat, x: "y".repeat(300 * KIB) } });
    const run = prepared.run();
    call.isOver = true;
    await run;
    expect(prepared.plan).toBeUndefined();
  });

  it("needs the body for an engine of another dialect, and for a rule of tools", async () => {
    const plain = open();
    expect([plain.prepared.readsBody(openai), plain.prepared.readsBody(claude)]).toEqual([false, true]);
    const judged = open({ lists: { disallowed_tools: ["x"] } });
    await judged.prepared.run();
    expect(judged.prepared.readsBody(openai)).toBe(true);
  });
});

describe("the policy of a call", () => {
  const tools = [{ type: "function", function: { name: "rm", parameters: {} } }];

  it("denies a plan, which is kept all the same", async () => {
    const { prepared } = open({ lists: { disallowed_engines: ["o"] } });
    expect(await codeOf(prepared.run())).toBe("policy_denied");
    expect(prepared.plan?.first.engine).toBe(openai);
    expect(prepared.judge?.decisions).toMatchObject([{ verdict: "denied" }]);
  });

  it("removes the fallbacks that it denies", async () => {
    const engines = [openai, claude, codex];
    const { prepared } = open({ engines, fallback: ["c", "x"], lists: { disallowed_engines: ["c"] } });
    await prepared.run();
    expect(prepared.plan?.fallbacks.map(({ engine }) => engine)).toEqual([codex]);
  });

  it("denies a tool in the body, unless the call ends before", async () => {
    const lists = { disallowed_tools: ["rm"] };
    const denied = open({ body: { ...chat, tools }, lists });
    expect(await codeOf(denied.prepared.run())).toBe("policy_denied");
    const long = open({ body: { ...chat, tools, x: "y".repeat(300 * KIB) }, lists });
    expect(await codeOf(long.prepared.run())).toBe("policy_denied");
    const asked = { require_approval_for: ["rm"] };
    const approved = open({ body: { ...chat, tools }, lists: asked, call: { approved: new Set(["rm"]) } });
    expect(await codeOf(approved.prepared.run())).toBeUndefined();
    expect(await codeOf(open({ body: { ...chat, tools }, lists: asked }).prepared.run())).toBeDefined();
  });

  it("is asked in a turn of its own if the body is long", async () => {
    const lists = { disallowed_tools: ["x"] };
    const long = open({ body: { ...chat, y: "y".repeat(300 * KIB) }, lists });
    await long.prepared.run();
    const other = open({ body: { ...chat, y: "y".repeat(300 * KIB) }, lists: { disallowed_models: ["x"] } });
    await other.prepared.run();
    expect(long.turn.mock.calls.length - other.turn.mock.calls.length).toBe(2);
    const short = open({ lists });
    await short.prepared.run();
    expect(short.turn).not.toHaveBeenCalled();
  });
});

describe("a call that continues an answer", () => {
  const path = "/v1/responses";
  const more = { model: "m", input: "more", previous_response_id: "resp_1" };

  it("gets the earlier turns", async () => {
    const { prepared, ledger, request } = open({ path, body: more, engines: [codex] });
    await keep(ledger, "resp_1");
    await prepared.run();
    expect(request.isExpanded).toBe(true);
    expect(JSON.stringify(request.value)).toContain("first");
    expect(prepared.warnings).toEqual(["earlier turns were put in from the kept responses"]);
    expect(ledger.owners).toContain("key:dev");
  });

  it("goes to no other engine if only its own knows the answer", async () => {
    const keeper = fakeEngine("x", "codex", { keepsResponses: true });
    const { prepared, ledger, request } = open({
      path,
      body: more,
      engines: [keeper, claude],
      fallback: ["c"],
    });
    ledger.engineResponses.record("x", "resp_1", RUN);
    await prepared.run();
    expect([prepared.plan?.first.engine, prepared.plan?.fallbacks]).toEqual([keeper, []]);
    expect([request.isExpanded, prepared.warnings]).toEqual([false, []]);
  });

  it("keeps its fallbacks, and has nothing put in, if it continues none", async () => {
    const { model, input } = more;
    const engines = [codex, claude];
    const { prepared, request } = open({ path, body: { model, input }, engines, fallback: ["c"] });
    await prepared.run();
    expect(prepared.plan?.fallbacks).toHaveLength(1);
    expect([request.isExpanded, prepared.warnings]).toEqual([false, []]);
  });

  it("is refused if nobody keeps the answer", async () => {
    const { prepared } = open({ path, body: more, engines: [codex] });
    expect(await codeOf(prepared.run())).toBe("response_not_found");
  });

  it("looks for no answer once the call is over", async () => {
    const lists = { disallowed_tools: ["rm"] };
    const { prepared, call } = open({ path, body: more, engines: [codex], lists });
    const run = prepared.run();
    expect(prepared.judge).toBeDefined();
    call.isOver = true;
    expect(await codeOf(run)).toBeUndefined();
  });

  it("has the earlier turns judged as well", async () => {
    const lists = { disallowed_tools: ["rm"] };
    const { prepared, ledger } = open({ path, body: more, engines: [codex], lists });
    await keep(ledger, "resp_1");
    const check = vi.fn(async () => undefined);
    const run = prepared.run();
    expect(prepared.judge).toBeDefined();
    prepared.judge!.checkBody = check;
    await run;
    expect(check.mock.calls.length).toBeGreaterThan(0);
  });
});

describe("a call of the background", () => {
  const path = "/v1/responses";
  const body = { model: "m", input: "hi", background: true, store: true };
  const worker = (work: BackgroundWork | undefined) => {
    const prepare = vi.fn(async () => work as BackgroundWork);
    return { prepare, background: { prepare } satisfies BackgroundWorker };
  };
  const work = { id: "resp_1" } as BackgroundWork;

  it("is handed over before anything is put in", async () => {
    const { prepare, background } = worker(work);
    const call = { background, approved: new Set(["t"]) };
    const { prepared, request } = open({ path, body, engines: [codex], call, caller: { isOnlyKey: false } });
    await prepared.run();
    expect(prepared.work).toBe(work);
    expect(prepare).toHaveBeenCalledExactlyOnceWith(
      request.admission,
      request.dialect.state,
      body,
      undefined,
      { backendId: "x", mode: "passthrough" },
      { streams: false, conversation: undefined },
    );
    expect(request.makesThings).toBe(false);
  });

  it("has its ids checked when it is served", async () => {
    const { background } = worker(work);
    const content = [{ type: "input_file", file_id: "file-1" }];
    const { prepared } = open({
      path,
      body: { ...body, input: [{ role: "user", content }] },
      engines: [fakeEngine("x", "codex", { isSimulated: false })],
      call: { background },
      caller: { isOnlyKey: false },
    });
    expect(await codeOf(prepared.run())).toBeUndefined();
    expect(prepared.work).toBe(work);
  });

  it("takes the approvals of its judge along", async () => {
    const { prepare, background } = worker(work);
    const call = { background, approved: new Set(["t"]) };
    const lists = { require_approval_for: ["t"] };
    await open({ path, body, engines: [codex], call, lists }).prepared.run();
    expect((prepare.mock.calls as unknown[][])[0]![3]).toEqual(new Set(["t"]));
  });

  it("is served like any other without a worker, or if it does not ask for the background", async () => {
    const { prepare, background } = worker(work);
    const { prepared } = open({ path, body, engines: [codex] });
    await prepared.run();
    expect(prepared.work).toBeUndefined();
    const { background: _, ...plain } = body;
    const other = open({ path, body: plain, engines: [codex], call: { background } });
    await other.prepared.run();
    expect([other.prepared.work, prepare.mock.calls.length]).toEqual([undefined, 0]);
  });
});

describe("the ids that a call names", () => {
  const body = {
    model: "m",
    input: [{ role: "user", content: [{ type: "input_file", file_id: "file-1" }] }],
  };
  const vendor = fakeEngine("v", "codex", { isSimulated: false, keepsResponses: true });

  it("have to be the caller's own, unless its key is the only one", async () => {
    const path = "/v1/responses";
    const own = open({ path, body, engines: [vendor], caller: { isOnlyKey: true } });
    expect(await codeOf(own.prepared.run())).toBeUndefined();
    const { prepared } = open({ path, body, engines: [vendor], caller: { isOnlyKey: false } });
    expect(await codeOf(prepared.run())).toBe("resource_not_found");
  });

  it("are looked for in slices if the body is long", async () => {
    const path = "/v1/responses";
    const long = { ...body, instructions: "y".repeat(300 * KIB) };
    const { prepared, context } = open({
      path,
      body: long,
      engines: [vendor],
      caller: { isOnlyKey: false },
    });
    const run = vi.spyOn(context.slices, "run");
    expect(await codeOf(prepared.run())).toBe("resource_not_found");
    expect(run.mock.calls.length).toBeGreaterThan(1);
  });
});

describe("a call below the path of a run", () => {
  it("may be attached only to a run of its owner", async () => {
    const path = `/r/${RUN}/v1/chat/completions`;
    const run = { workOrderId: RUN, startedAt: new Date(0), backendId: "b", mode: "mapped" } as const;
    const known = open({ path });
    known.ledger.open.set(RUN, { runId: RUN, facts: {}, ...run } as never);
    expect(await codeOf(known.prepared.run())).toBe("run_not_found");
    expect(known.prepared.plan).toBeUndefined();
    expect(await codeOf(open({ path }).prepared.run())).toBeUndefined();
  });
});
