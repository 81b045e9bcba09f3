import { describe, expect, it } from "vitest";
import type { Caller } from "../exchange/caller.ts";
import { directoryOf, fakeEngine } from "../fixtures/engines.ts";
import { admissionTo, bodyOf, testCaller } from "../fixtures/test-context.ts";
import { CallRequest } from "../request/call-request.ts";
import { chooseAutoEngine } from "./auto-engine.ts";

const messages = [{ role: "user", content: "hi" }];

function choose(
  engines: readonly ReturnType<typeof fakeEngine>[],
  {
    body = { model: "m", messages } as Record<string, unknown>,
    path = "/v1/chat/completions",
    routeModel = undefined as string | undefined,
    caller = testCaller() as Caller,
  } = {},
) {
  const request = new CallRequest(admissionTo(path, [], caller), bodyOf(body));
  request.scan(64);
  const warnings: string[] = [];
  const target = chooseAutoEngine(directoryOf(...engines), request, routeModel, warnings);
  return { name: target.engine.name, model: target.model, getsCallerKey: target.getsCallerKey, warnings };
}

describe("the engine that auto chooses", () => {
  const openai = fakeEngine("openai", "openai");
  const claude = fakeEngine("claude", "claude");
  const codex = fakeEngine("codex", "codex");

  it("is the one of the caller's dialect, which loses nothing", () => {
    const body = { model: "m", messages, store: true };
    expect(choose([claude, openai], { body })).toEqual({
      name: "openai",
      model: undefined,
      getsCallerKey: false,
      warnings: ["openai was chosen: it loses 0, emulates 0 and refuses 0 fields"],
    });
  });

  it("is the first in the configuration among equals", () => {
    const plain = { model: "m", messages };
    expect(choose([claude, codex], { body: plain }).name).toBe("claude");
    expect(choose([codex, claude], { body: plain }).name).toBe("codex");
  });

  it.each([
    ["refuses less", { seed: 7, temperature: 1.5 }, "gemini"],
    ["discloses less", { store: true }, "codex"],
    ["emulates less", { stop: ["END"] }, "claude"],
  ])("is the one that %s", (_, more, expected) => {
    const gemini = fakeEngine("gemini", "gemini");
    const body = { model: "m", messages, ...more };
    const engines = [claude, codex, gemini].filter(({ name }) => name !== "gemini" || expected === "gemini");
    expect(choose(engines, { body }).name).toBe(expected);
    expect(choose(engines.toReversed(), { body }).name).toBe(expected);
  });

  it("stands in a warning, with the number of its losses", () => {
    const body = { model: "m", messages, store: true, metadata: { a: "b" } };
    expect(choose([claude], { body }).warnings).toEqual([
      "claude was chosen: it loses 2, emulates 0 and refuses 0 fields",
    ]);
    expect(choose([codex], { body: { model: "m", messages, stop: ["END"] } }).warnings).toEqual([
      "codex was chosen: it loses 0, emulates 1 and refuses 0 fields",
    ]);
    expect(choose([claude], { body: { model: "m", messages, n: 2 } }).warnings).toEqual([
      "claude was chosen: it loses 0, emulates 0 and refuses 1 fields",
    ]);
  });

  it("is one that the key may use", () => {
    const caller = testCaller({ mayUse: (engine) => engine === "claude" });
    expect(choose([openai, claude], { caller }).name).toBe("claude");
  });

  it("uses the caller's key only if it speaks the caller's dialect", () => {
    const foreign = fakeEngine("foreign", "claude", { usesCallerKey: true });
    const own = fakeEngine("own", "openai", { usesCallerKey: true });
    expect(choose([foreign, own])).toMatchObject({ name: "own", getsCallerKey: true });
    expect(() => choose([foreign])).toThrow(expect.objectContaining({ code: "model_not_routed" }));
  });

  it.each([
    ["/v1beta/models/g:streamGenerateContent", { model: "g", stream: true }],
    ["/v1beta/models/g:generateContent", { model: "g", stream: false }],
    ["/v1/chat/completions", {}],
  ])("is judged by what the path says of the model and the stream: %s", (path, expected) => {
    const request = new CallRequest(admissionTo(path), bodyOf({ model: "g", messages }));
    request.scan(64);
    const readings: object[] = [];
    const { dialect } = openai;
    request.dialect = {
      ...dialect,
      readRequest: (body, { origins, ...reading }) => {
        readings.push(reading);
        return dialect.readRequest(body, { origins });
      },
    };
    chooseAutoEngine(directoryOf(claude), request, undefined, []);
    expect(readings).toEqual([expected]);
  });
});

describe("a body with more values than may be read", () => {
  it("goes to an engine of the caller's dialect without being parsed, or is routed to none", () => {
    const request = new CallRequest(
      admissionTo("/v1/chat/completions"),
      bodyOf({ model: "m", messages, x: [1, 2, 3] }),
    );
    request.scan(64, 4);
    const openai = fakeEngine("openai", "openai");
    const claude = fakeEngine("claude", "claude");
    expect(chooseAutoEngine(directoryOf(claude, openai), request, undefined, []).engine).toBe(openai);
    expect(() => chooseAutoEngine(directoryOf(claude), request, undefined, [])).toThrow(
      expect.objectContaining({ code: "input_too_large" }),
    );
  });
});

describe("the model that auto requests", () => {
  const real = { isSimulated: false };
  const globbed = fakeEngine("globbed", "claude", { ...real, models: ["claude-*"] });
  const named = fakeEngine("named", "openai", { ...real, models: ["gpt-*", "gpt-5.5", "gpt-6"] });
  const open = fakeEngine("open", "codex", real);

  it("is the caller's own if the engine has it, before an engine that loses less", () => {
    expect(choose([named, globbed], { body: { model: "claude-x", messages } })).toMatchObject({
      name: "globbed",
      model: undefined,
    });
  });

  it("is the first full name of an engine that has not the wanted one, with a warning", () => {
    const { model, warnings } = choose([named], { body: { model: "other", messages } });
    expect(model).toBe("gpt-5.5");
    expect(warnings[1]).toBe('named does not have "other"; "gpt-5.5" is requested');
  });

  it("is not replaced if the engine's models are not configured, or it is simulated", () => {
    expect(choose([open]).model).toBeUndefined();
    expect(choose([fakeEngine("sim", "openai", { models: ["x"] })])).toMatchObject({
      model: undefined,
      warnings: [expect.any(String)],
    });
  });

  it("is known of an engine by the catalogue, too", () => {
    const vendor = fakeEngine("v", "claude", { ...real, provider: "anthropic", models: ["other"] });
    expect(choose([vendor], { body: { model: "claude-opus-5", messages } }).model).toBeUndefined();
  });

  it("is the route's if the route names one", () => {
    expect(choose([open], { routeModel: "r" }).model).toBe("r");
    expect(choose([named], { routeModel: "gpt-x" })).toMatchObject({ model: "gpt-x" });
    expect(choose([named], { routeModel: "r" })).toMatchObject({ model: "gpt-5.5" });
  });

  it("is no obstacle if the caller names none", () => {
    expect(choose([globbed], { body: { max_tokens: 1, messages }, path: "/v1/messages" }).name).toBe(
      "globbed",
    );
  });

  it("cannot be found if no engine has it or names another", () => {
    expect(() => choose([globbed], { body: { model: "other", messages } })).toThrow(
      expect.objectContaining({
        code: "model_not_routed",
        where: "$.model",
        message: 'no engine that this key may use has the model "other"',
      }),
    );
    expect(() => choose([], { body: { messages } })).toThrow("no engine may be used by this key");
  });

  it.each(["a*", "a?", "[a]", "{a,b}", "!a"])("is never a pattern such as %s", (pattern) => {
    const engine = fakeEngine("e", "openai", { ...real, models: [pattern] });
    expect(() => choose([engine], { body: { model: "zzz/other", messages } })).toThrow(/no engine/);
  });
});
