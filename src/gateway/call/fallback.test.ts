import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { RecordingSink } from "../fixtures/recording-sink.ts";
import {
  answers,
  chatCompletion,
  claudeMessage,
  fails,
  type ScriptedEngine,
  scriptedEngine,
} from "../fixtures/scripted-engine.ts";
import {
  admissionTo,
  bodyOf,
  type TestContextOptions,
  testCaller,
  testContext,
} from "../fixtures/test-context.ts";
import { ModelCall } from "./model-call.ts";

const down = fails(new AbpError("backend_unavailable", "down"));
const messages = [{ role: "user", content: "hi" }];
const chat = { model: "fast", messages };
const claude = { model: "fast", max_tokens: 10, messages };

async function send(
  options: TestContextOptions,
  target: string,
  body: unknown,
  headers: readonly string[] = [],
  caller = testCaller(),
) {
  const context = testContext(options);
  const sink = new RecordingSink();
  const call = new ModelCall(context, admissionTo(target, headers, caller), bodyOf(body), sink).start();
  await sink.over;
  await call.recorded;
  return { context, sink, receipt: context.ledger.receipts[0]! };
}

function modelOf(engine: ScriptedEngine): unknown {
  return (JSON.parse(Buffer.from(engine.requests[0]!.body!).toString()) as { model: unknown }).model;
}

describe("an engine that another one may replace", () => {
  const route = { models: ["fast"], engine: "first", model: "m", fallback: ["second"] };
  it.each([
    ["a call", "/v1/chat/completions", chat],
    ["a stream", "/v1/chat/completions", { ...chat, stream: true }],
    ["a token count", "/v1/messages/count_tokens", { model: "fast", messages }],
    ["embeddings", "/v1/embeddings", { model: "fast", input: "hi" }],
  ])("is not waited for when it asks for that: %s", async (_, target, body) => {
    const engines = [scriptedEngine("first", "gemini", down), scriptedEngine("second", "gemini", down)];
    await send({ engines, routes: { route } }, target, body);
    const asked = engines.map(({ requests }) => requests[0]?.hasFallback === true);
    expect(asked).toEqual([true, false]);
  });
});

describe("the model that a fallback is asked for", () => {
  it.each([
    ["passthrough", "openai", "/v1/chat/completions", chat, chatCompletion("ok")],
    ["mapped", "claude", "/v1/chat/completions", chat, claudeMessage("ok")],
  ] as const)(
    "is the route's model, not the caller's alias (%s)",
    async (_, dialect, target, body, reply) => {
      const first = scriptedEngine("first", "openai", down);
      const second = scriptedEngine("second", dialect, answers(200, reply));
      const route = { models: ["fast"], engine: "first", model: "gpt-4o-mini", fallback: ["second"] };
      const { sink, receipt } = await send({ engines: [first, second], routes: { route } }, target, body);
      expect([modelOf(first), modelOf(second)]).toEqual(["gpt-4o-mini", "gpt-4o-mini"]);
      expect([sink.status, sink.header("x-abp-fallback")]).toEqual([200, "second"]);
      expect(receipt.observed?.call).toMatchObject({
        engine: "second",
        model: "fast",
        upstream_model: "gpt-4o-mini",
      });
    },
  );

  it("is its own if the fallback names one, in the route or at the engine", async () => {
    const first = scriptedEngine("first", "openai", down, {
      fallback: [{ engine: "local", model: "qwen3-coder" }],
    });
    const local = scriptedEngine("local", "openai", answers(200, chatCompletion("ok")));
    const engines = [first, local];
    const own = await send({ engines, defaultEngine: "first" }, "/v1/chat/completions", chat);
    expect(modelOf(local)).toBe("qwen3-coder");
    expect(own.receipt.observed?.call).toMatchObject({ model: "fast", upstream_model: "qwen3-coder" });

    local.requests.length = 0;
    const fallback = [{ engine: "local", model: "llama" }];
    const route = { models: ["fast"], engine: "first", model: "gpt-4o-mini", fallback };
    await send({ engines, routes: { route } }, "/v1/chat/completions", chat);
    expect(modelOf(local)).toBe("llama");
  });

  it("is the caller's own model if neither route nor fallback names one", async () => {
    const first = scriptedEngine("first", "openai", down, { fallback: [{ engine: "second" }] });
    const second = scriptedEngine("second", "openai", answers(200, chatCompletion("ok")));
    await send({ engines: [first, second], defaultEngine: "first" }, "/v1/chat/completions", chat);
    expect(modelOf(second)).toBe("fast");
  });
});

describe("the caller's own vendor key", () => {
  const headers = ["x-abp-key", "ours", "x-api-key", "sk-ant-caller"];
  const caller = { usesCallerKey: true };

  it("goes to the engine that the route names", async () => {
    const first = scriptedEngine("first", "claude", answers(200, claudeMessage("ok")), caller);
    await send({ engines: [first] }, "/v1/messages", claude, headers);
    expect(first.requests[0]?.callerCredential).toBe("sk-ant-caller");
  });

  it("never goes to a fallback at another address, which is not tried without it", async () => {
    const first = scriptedEngine("first", "claude", answers(529, { type: "error", error: {} }), {
      ...caller,
      location: "https://api.anthropic.test",
      fallback: [{ engine: "second" }, { engine: "third" }],
    });
    const second = scriptedEngine("second", "openai", answers(200, chatCompletion("leak")), {
      ...caller,
      location: "https://api.openai.test",
    });
    const third = scriptedEngine("third", "openai", answers(200, chatCompletion("ok")), {
      location: "https://third.test",
    });
    const engines = [first, second, third];
    const { sink, receipt } = await send(
      { engines, defaultEngine: "first" },
      "/v1/messages",
      claude,
      headers,
    );
    expect(second.requests).toEqual([]);
    expect(third.requests.map((request) => request.callerCredential)).toEqual([undefined]);
    expect([sink.status, sink.header("x-abp-fallback")]).toEqual([200, "third"]);
    expect(receipt.observed?.warnings?.join()).toContain("second");
  });

  it("goes to a fallback at the same address, which is the same recipient", async () => {
    const location = "https://api.anthropic.test";
    const first = scriptedEngine("first", "claude", down, {
      ...caller,
      location,
      fallback: [{ engine: "second" }],
    });
    const second = scriptedEngine("second", "claude", answers(200, claudeMessage("ok")), {
      ...caller,
      location,
    });
    await send({ engines: [first, second], defaultEngine: "first" }, "/v1/messages", claude, headers);
    expect(second.requests[0]?.callerCredential).toBe("sk-ant-caller");
  });
});

describe("an engine that refuses the key it was sent", () => {
  const refusals = {
    openai: { error: { message: "bad key", type: "invalid_request_error" } },
    claude: { type: "error", error: { type: "authentication_error", message: "bad key" } },
  };
  const cases = (["openai", "claude"] as const).flatMap((dialect) =>
    [401, 403].map((status) => [dialect, status] as const),
  );

  it.each(cases)("is replaced if the key is the engine's own (%s, %s)", async (dialect, status) => {
    const first = scriptedEngine("first", dialect, answers(status, refusals[dialect]), {
      fallback: [{ engine: "second" }],
    });
    const second = scriptedEngine("second", "openai", answers(200, chatCompletion("ok")));
    const { sink } = await send(
      { engines: [first, second], defaultEngine: "first" },
      "/v1/chat/completions",
      chat,
    );
    expect([sink.status, sink.header("x-abp-fallback")]).toEqual([200, "second"]);
  });

  it.each(cases)("answers itself if the key is the caller's (%s, %s)", async (dialect, status) => {
    const first = scriptedEngine("first", dialect, answers(status, refusals[dialect]), {
      usesCallerKey: true,
      fallback: [{ engine: "second" }],
    });
    const second = scriptedEngine("second", "openai", answers(200, chatCompletion("ok")));
    const headers = ["x-abp-key", "ours", "authorization", "Bearer sk-caller"];
    const { sink } = await send(
      { engines: [first, second], defaultEngine: "first" },
      "/v1/chat/completions",
      chat,
      headers,
    );
    expect([sink.status, second.requests.length]).toEqual([status, 0]);
  });
});

describe("auto", () => {
  it("requests a model that the chosen engine has", async () => {
    const claudeOnly = scriptedEngine("anthropic", "claude", answers(200, claudeMessage("ok")), {
      models: ["claude-*"],
      provider: "anthropic",
    });
    const local = scriptedEngine("local", "openai", answers(200, chatCompletion("ok")), {
      models: ["qwen3-coder"],
    });
    const engines = [local, claudeOnly];
    const asked = { ...chat, model: "claude-sonnet-4-5" };
    await send({ engines, defaultEngine: "auto" }, "/v1/chat/completions", asked);
    expect([local.requests.length, modelOf(claudeOnly)]).toEqual([0, "claude-sonnet-4-5"]);

    const { receipt } = await send({ engines, defaultEngine: "auto" }, "/v1/chat/completions", chat);
    expect(modelOf(local)).toBe("qwen3-coder");
    expect(receipt.observed?.call).toMatchObject({ model: "fast", upstream_model: "qwen3-coder" });
  });
});
