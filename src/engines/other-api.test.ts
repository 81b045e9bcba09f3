import { describe, expect, it, vi } from "vitest";
import { findDialect } from "../dialects/index.ts";
import { limitsFor, modelCatalogue } from "../models/index.ts";
import type { Engine, UpstreamHandler, UpstreamRequest } from "./engine.ts";
import { EngineAtOtherApi, openServedBy } from "./other-api.ts";

const handler = {} as UpstreamHandler;
const signal = new AbortController().signal;

function engineOf(dialect: string, more: Partial<Engine> = {}) {
  return {
    name: "e",
    dialect: findDialect(dialect),
    provider: "p",
    location: "https://h",
    models: ["m-*"],
    defaultModel: "m-1",
    promptCache: "auto",
    fallback: [{ engine: "other" }] as unknown as Engine["fallback"],
    isSimulated: true,
    keepsResponses: true,
    usesCallerKey: true,
    turnHeaders: () => [],
    dispatch: vi.fn(() => ({ resume: () => undefined, abort: () => undefined })),
    listModels: vi.fn(async () => [{ id: "m-1" }]),
    check: vi.fn(async () => ({ ok: true, latencyMs: 1 })),
    close: vi.fn(async () => undefined),
    ...more,
  } as unknown as Engine;
}

const own = engineOf("copilot");
const at = (engine: Engine = own) => new EngineAtOtherApi(engine, findDialect("claude"));

describe("an engine at another API of its vendor", () => {
  it("is the engine itself in another dialect, and keeps no responses", () => {
    const { name, provider, location, models, defaultModel, promptCache, fallback } = at();
    expect({ name, provider, location, models, defaultModel, promptCache, fallback }).toEqual({
      name: "e",
      provider: "p",
      location: "https://h",
      models: ["m-*"],
      defaultModel: "m-1",
      promptCache: "auto",
      fallback: own.fallback,
    });
    const { dialect, isSimulated, keepsResponses, usesCallerKey, turnHeaders } = at();
    expect([dialect, isSimulated, keepsResponses, usesCallerKey, turnHeaders]).toEqual([
      findDialect("claude"),
      true,
      false,
      true,
      own.turnHeaders,
    ]);
  });

  it("hides the secrets of the engine, if it has some", () => {
    expect(at().conceal("key")).toBe("key");
    expect(at(engineOf("copilot", { conceal: (text) => text.replace("key", "***") })).conceal("a key")).toBe(
      "a ***",
    );
  });

  it("asks the engine for models and its health, and leaves its connections to it", async () => {
    expect(await at().listModels(signal)).toEqual([{ id: "m-1" }]);
    expect(await at().check(signal)).toEqual({ ok: true, latencyMs: 1 });
    expect(own.listModels).toHaveBeenCalledWith(signal);
    expect(own.check).toHaveBeenCalledWith(signal);
    await at().close();
    expect(own.close).not.toHaveBeenCalled();
  });

  it.each([
    ["copilot", "/v1/messages?beta=true"],
    ["claude", "/v1/messages"],
    ["copilot", "/messages"],
  ])("of %s sends %s without the prefix that its vendor lacks", (dialect, path) => {
    const engine = engineOf(dialect);
    const prefix = engine.dialect.otherApis?.withoutPrefix ?? "";
    const request = { method: "POST", path, headers: [], body: "b", repeatable: true } as UpstreamRequest;
    at(engine).dispatch(request, handler);
    const sent = prefix !== "" && path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
    expect(engine.dispatch).toHaveBeenCalledWith({ ...request, path: sent }, handler);
  });

  it("has a prefix to leave out at Copilot", () => {
    expect(findDialect("copilot").otherApis?.withoutPrefix).toMatch(/^\/./);
  });
});

describe("the API that serves a model", () => {
  const servedElsewhere = modelCatalogue.models
    .map(({ model }) => model)
    .filter((model) => limitsFor("copilot", model).api?.servedBy !== undefined);

  it("is not looked for at an engine whose vendor has one API", () => {
    expect(openServedBy(engineOf("claude"), () => own)).toBeUndefined();
  });

  it("is the engine itself for other models, and is opened once for those that it does not serve", () => {
    const open = vi.fn((dialect) => new EngineAtOtherApi(own, dialect));
    const servedBy = openServedBy(own, open)!;
    expect(servedBy("unheard-of")).toBe(own);
    expect(open).not.toHaveBeenCalled();
    for (const model of servedElsewhere) {
      const found = servedBy(model);
      expect(found.dialect.id).toBe(limitsFor("copilot", model).api?.servedBy);
      expect(servedBy(model)).toBe(found);
    }
    const apis = new Set(servedElsewhere.map((model) => limitsFor("copilot", model).api?.servedBy));
    expect(open).toHaveBeenCalledTimes(apis.size);
  });
});
