import { describe, expect, it } from "vitest";
import type { Engine } from "../../engines/index.ts";
import { fakeEngine } from "../fixtures/engines.ts";
import { admissionTo, testCaller, testContext } from "../fixtures/test-context.ts";
import type { Route } from "../routing/router.ts";
import { chooseEngine, fittingEngines } from "./engine-choice.ts";

const real = { isSimulated: false };
const chat = fakeEngine("chat", "openai", { ...real, models: ["gpt-*"] });
const responses = fakeEngine("responses", "codex", real);
const claude = fakeEngine("claude", "claude", real);
const kimi = fakeEngine("kimi", "kimi", real);
const sim = fakeEngine("sim", "openai");

function choose(
  engines: readonly Engine[],
  target: string,
  {
    headers = [] as string[],
    caller = testCaller(),
    model = undefined as string | undefined,
    keeper = undefined as string | undefined,
    routes = {} as Record<string, Route>,
    defaultEngine = undefined as string | undefined,
    method = "POST",
  } = {},
) {
  const context = testContext({ engines, routes, ...(defaultEngine === undefined ? {} : { defaultEngine }) });
  const {
    engine,
    route,
    model: renamed,
  } = chooseEngine(context, admissionTo(target, headers, caller, method), model, keeper);
  return [engine.name, route, renamed];
}

describe("the engine of a call that passes through", () => {
  it("has the caller's dialect, or another dialect of the same vendor with the same endpoint", () => {
    expect(choose([claude, responses], "/v1/images/generations")).toEqual([
      "responses",
      undefined,
      undefined,
    ]);
    expect(choose([claude, responses], "/openai/v1/files")).toEqual(["responses", undefined, undefined]);
    const context = testContext({ engines: [responses, chat] });
    const stored = admissionTo("/openai/v1/chat/completions/chatcmpl-1", [], testCaller(), "GET");
    expect(fittingEngines(context, stored.recognised).map(({ name }) => name)).toEqual(["chat"]);
  });

  it("has another dialect with the same path if none of the first is there", () => {
    expect(choose([kimi, claude], "/v1/files")[0]).toBe("kimi");
    expect(choose([kimi, claude], "/v1/files", { headers: ["anthropic-version", "x"] })[0]).toBe("claude");
    expect(() => choose([kimi], "/v1/files", { headers: ["x-api-key", "k"] })).toThrow(
      expect.objectContaining({ code: "route_not_found", message: expect.stringContaining("Anthropic") }),
    );
  });

  it("is none of a cloud, which serves no such endpoints", () => {
    const { vertex } = claude.dialect;
    const cloud = fakeEngine("cloud", "claude", { ...real, cloud: vertex });
    expect(choose([cloud, claude], "/claude/v1/files")[0]).toBe("claude");
    for (const headers of [[], ["x-abp-engine", "cloud"]])
      expect(() => choose([cloud], "/claude/v1/files", { headers })).toThrow(
        expect.objectContaining({ code: "route_not_found" }),
      );
  });

  it("is the one that the header names, if it fits", () => {
    const headers = ["x-abp-engine", "responses"];
    expect(choose([chat, responses], "/v1/files", { headers, keeper: "chat" })[0]).toBe("responses");
    expect(() => choose([chat, claude], "/v1/files", { headers: ["x-abp-engine", "claude"] })).toThrow(
      expect.objectContaining({
        code: "route_not_found",
        message: expect.stringContaining("claude is none"),
      }),
    );
    expect(choose([chat], "/v1/files", { headers: ["x-abp-engine", "auto"] })[0]).toBe("chat");
  });

  it("is the one that made the thing which the call is about", () => {
    expect(choose([chat, responses], "/v1/files/f", { keeper: "responses", method: "GET" })[0]).toBe(
      "responses",
    );
    const caller = testCaller({ mayUse: (name) => name === "chat" });
    expect(choose([chat, responses], "/v1/files/f", { keeper: "responses", method: "GET", caller })[0]).toBe(
      "chat",
    );
  });

  it("is that of the model's route, with the name that the route gives the model", () => {
    const routes = { emb: { models: ["emb"], engine: "responses", model: "text-embedding-3" } };
    expect(choose([chat, responses], "/v1/images/generations", { model: "emb", routes })).toEqual([
      "responses",
      "emb",
      "text-embedding-3",
    ]);
    expect(choose([responses, chat], "/v1/images/generations", { model: "gpt-x" })[0]).toBe("chat");
    const elsewhere = { emb: { models: ["emb"], engine: "claude" } };
    expect(() =>
      choose([chat, claude], "/v1/images/generations", { model: "emb", routes: elsewhere }),
    ).toThrow(expect.objectContaining({ code: "route_not_found" }));
  });

  it("is the default if that fits, else the first that is not simulated", () => {
    expect(choose([chat, responses], "/v1/files", { defaultEngine: "responses" })[0]).toBe("responses");
    expect(choose([sim, chat, responses], "/v1/files", { defaultEngine: "sim" })[0]).toBe("sim");
    expect(choose([sim, chat, responses, claude], "/v1/files", { defaultEngine: "claude" })[0]).toBe("chat");
    expect(choose([sim], "/v1/files")[0]).toBe("sim");
  });

  it("is none that the key may not use", () => {
    const caller = testCaller({ name: "bob", mayUse: () => false });
    expect(() => choose([chat, claude], "/v1/files", { caller })).toThrow(
      expect.objectContaining({ code: "access_denied", message: expect.stringContaining("bob") }),
    );
    expect(() => choose([claude], "/v1/files")).toThrow(
      expect.objectContaining({
        code: "route_not_found",
        message: expect.stringContaining("/v1/files"),
        advice: expect.stringContaining('dialect = "openai"'),
      }),
    );
    expect(() => choose([claude], "/v1/files")).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/OpenAI Chat Completions or OpenAI Responses.*none is configured/),
        advice: expect.stringContaining('`dialect = "openai"` or `dialect = "codex"`'),
      }),
    );
    expect(() => choose([claude, chat], "/v1/files", { headers: ["x-abp-engine", "claude"] })).toThrow(
      expect.objectContaining({ message: expect.stringContaining("Chat Completions or OpenAI Responses") }),
    );
  });
});
