import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { endedCall, lossesOf } from "../fixtures/ended-call.ts";
import { scriptedEngine } from "../fixtures/scripted-engine.ts";
import { describeCall, type PriceQuestion } from "./call-record.ts";

const usage = { input: 10, output: 5 };

function describeWith(call: ReturnType<typeof endedCall>) {
  const questions: PriceQuestion[] = [];
  const facts = describeCall(
    {
      software: { name: "agent-backplane", version: "1" },
      price: (question) => {
        questions.push(question);
        return { usd: 0.5, estimated: false };
      },
    },
    call,
  );
  return { facts, questions };
}

describe("the facts of a call", () => {
  it("are those of the request, the engine and the response", () => {
    const call = endedCall(
      {},
      { observed: { usage, usageRaw: { a: 1 }, model: "served" }, mapping: [lossesOf("disclosed")] },
    );
    const { facts } = describeWith(call);
    expect(facts).toMatchObject({
      runId: call.runId,
      workOrderId: call.runId,
      startedAt: new Date(call.startedAt),
      finishedAt: new Date(call.finishedAt),
      mode: "mapped",
      request: call.request.digest,
      upstreamRequest: { bytes: 1, sha256: "aa" },
      usage,
      usageRaw: { a: 1 },
      hadAnswer: true,
      error: undefined,
      mapping: [lossesOf("disclosed")],
    });
    expect(facts.call).toEqual({
      caller: "dev",
      dialect: "openai",
      engine: "e",
      engine_dialect: "claude",
      first_byte_ms: 5,
      model: "asked",
      operation: "generate",
      reported_model: "served",
      status: 200,
      stream: true,
      upstream_model: "requested",
    });
  });

  it("never let a call end before a time that is recorded already, and say by how much the clock was behind", () => {
    const timesOf = (more: object) => {
      const { facts } = describeWith(endedCall(more, {}));
      return [Number(facts.startedAt), Number(facts.finishedAt), facts.clock];
    };
    expect(timesOf({ startedAt: 1000, firstByteAt: 1000, finishedAt: 1000 })).toEqual([
      1000,
      1000,
      undefined,
    ]);
    expect(timesOf({ startedAt: 1000, firstByteAt: undefined, finishedAt: 400 })).toEqual([
      1000,
      1000,
      { clamped: true, stepped_back_ms: 600 },
    ]);
    expect(timesOf({ startedAt: 1000, firstByteAt: 1500, finishedAt: 400 })).toEqual([
      1000,
      1500,
      { clamped: true, stepped_back_ms: 1100 },
    ]);
    // The clock stepped back before the first byte.
    expect(timesOf({ startedAt: 1000, firstByteAt: 300, finishedAt: 400 })).toEqual([
      1000,
      1000,
      { clamped: true, stepped_back_ms: 600 },
    ]);
  });

  it("list the members of the call in the order of canonical JSON", () => {
    const parent = "0192aaaa-bbbb-7ccc-8ddd-eeeeffff0000";
    const engine = scriptedEngine("e", "claude", undefined, { isSimulated: true });
    const failed = [{ engine: "a", code: "backend_unavailable" }];
    const { facts } = describeWith(endedCall({ failed, engine }, {}, `/r/${parent}/v1/chat/completions`));
    expect(Object.keys(facts.call)).toEqual(Object.keys(facts.call).toSorted());
    expect(facts.call).toMatchObject({ fallback_from: failed, parent_run: parent, simulated: true });
    expect(facts.workOrderId).toBe(parent);
  });

  it("of a call that reached no engine say so", () => {
    const { facts, questions } = describeWith(
      endedCall({ engine: undefined, response: undefined, firstByteAt: undefined, status: undefined }),
    );
    expect(facts).toMatchObject({
      mode: "mapped",
      hadAnswer: false,
      mapping: [],
      usage: undefined,
      cost: undefined,
    });
    expect(facts.call).toMatchObject({
      engine: "none",
      engine_dialect: "none",
      status: null,
      upstream_model: null,
    });
    expect(facts.call).not.toHaveProperty("first_byte_ms");
    expect(questions).toEqual([]);
  });

  it("never have a first byte before the beginning, whatever the clock did", () => {
    const call = endedCall();
    const { facts } = describeWith({ ...call, firstByteAt: call.startedAt - 100 } as typeof call);
    expect(facts.call.first_byte_ms).toBe(0);
  });

  it("have the warnings of the call before those of the response", () => {
    expect(describeWith(endedCall({ warnings: ["a"] }, { warnings: ["b"] })).facts.warnings).toEqual([
      "a",
      "b",
    ]);
    expect(describeWith(endedCall({ warnings: ["a"] })).facts.warnings).toEqual(["a"]);
  });

  it("have the call's own error before the one that the response reports", () => {
    const own = new AbpError("client_gone", "left");
    const reported = new AbpError("backend_unavailable", "down");
    expect(describeWith(endedCall({ error: own }, { error: reported })).facts.error).toBe(own);
    expect(describeWith(endedCall({}, { error: reported })).facts.error).toBe(reported);
  });
});

describe("the price of a call", () => {
  it("is that of the model which the engine says it used, at the end of the call", () => {
    const { facts, questions } = describeWith(endedCall({}, { observed: { usage, model: "claude-x" } }));
    expect(questions).toEqual([{ provider: "anthropic", model: "claude-x", usage, at: facts.finishedAt }]);
    expect(facts.cost).toEqual({ usd: 0.5, estimated: false });
  });

  it("is else that of the model which was requested, and else of the caller's", () => {
    expect(describeWith(endedCall({}, { observed: { usage } })).questions[0]?.model).toBe("requested");
    const call = endedCall({}, { observed: { usage } });
    const response = { ...call.response!, upstreamModel: undefined };
    expect(describeWith({ ...call, response } as typeof call).questions[0]?.model).toBe("asked");
  });

  it("is unknown without usage", () => {
    const { facts, questions } = describeWith(endedCall({}, { observed: { model: "claude-x" } }));
    expect([facts.cost, questions]).toEqual([undefined, []]);
  });
});

describe("the cost of searches that the gateway ran", () => {
  const search = (more: object = {}) => ({
    provider: "fake",
    query_sha256: "a".repeat(64),
    result_sha256: [],
    cost_usd: 0.01,
    ...more,
  });
  const searched = { ...usage, serverTools: { web_search: 2, web_fetch: 1 } };

  it("is a line of its own, and the engine's prices do not apply to them", () => {
    const searches = [search(), search(), search({ cost_usd: 0, error: "unavailable" })];
    const { facts, questions } = describeWith(endedCall({}, { observed: { usage: searched }, searches }));
    expect(questions[0]!.usage).toEqual({ ...usage, serverTools: { web_fetch: 1 } });
    expect(facts.cost).toEqual({
      usd: 0.52,
      nano_usd: 520_000_000,
      estimated: false,
      lines: [{ item: "gateway_web_search", quantity: 3, usd: 0.02 }],
    });
    expect(facts.searches).toBe(searches);
  });

  it("leaves searches of the vendor to the vendor's price", () => {
    const { questions } = describeWith(
      endedCall({}, { observed: { usage: searched }, searches: [search()] }),
    );
    expect(questions[0]!.usage.serverTools).toEqual({ web_search: 1, web_fetch: 1 });
  });

  it("changes nothing if there are none", () => {
    const { facts, questions } = describeWith(endedCall({}, { observed: { usage: searched }, searches: [] }));
    expect(questions[0]!.usage).toBe(searched);
    expect(facts.cost).toEqual({ usd: 0.5, estimated: false });
  });
});
