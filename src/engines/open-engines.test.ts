import { describe, expect, it } from "vitest";
import { AbpError } from "../contract/index.ts";
import { findDialect } from "../dialects/index.ts";
import type { EngineSettings } from "./engine-settings.ts";
import { defaultSettings } from "./fixtures/loopback.ts";
import { openEngines } from "./open-engines.ts";
import { presets } from "./presets.ts";

function openAll(config: Readonly<Record<string, Partial<EngineSettings>>>) {
  const entries = Object.entries(config).map(([name, own]) => [name, defaultSettings(own)]);
  return openEngines(Object.fromEntries(entries), { env: {} });
}

function refusal(config: Parameters<typeof openAll>[0]): AbpError {
  try {
    openAll(config);
  } catch (error) {
    if (AbpError.is(error)) return error;
  }
  throw new Error("it was not refused");
}

describe("the engines of a configuration", () => {
  it.each(presets.map((preset) => [preset.name, preset] as const))(
    "open %s from its preset alone",
    async (name, preset) => {
      const base_url = preset.baseUrl === undefined ? "http://127.0.0.1:1/v1" : undefined;
      const engines = openAll({ one: { preset: name, ...(name === "sim" ? {} : { base_url }) } });
      const engine = engines.get("one");
      expect(engine.name).toBe("one");
      expect(engine.dialect).toBe(findDialect(preset.dialect));
      expect(engine.models).toEqual(preset.models);
      expect(engine.isSimulated).toBe(name === "sim");
      if (name !== "sim") {
        expect(engine.location).toBe(preset.baseUrl ?? base_url);
        expect(engine.provider).toBe(preset.provider);
        expect(engine.keepsResponses).toBe(name === "openai");
      }
      await engines.close();
    },
  );

  it("are listed in order, found by name, and missed with a suggestion", async () => {
    const engines = openAll({
      vendor: { preset: "anthropic" },
      other: { preset: "openai", models: ["x-*"] },
    });
    expect(engines.list().map(({ name }) => name)).toEqual(["vendor", "other"]);
    expect(engines.find("other")?.models).toEqual(["x-*"]);
    expect(engines.find("nobody")).toBeUndefined();
    expect(() => engines.get("vendro")).toThrow(/did you mean "vendor"/);
    expect(() => engines.get("nobody-at-all")).toThrow(/there are: vendor, other/);
    expect(() => openAll({}).get("x")).toThrow(expect.objectContaining({ code: "engine_not_found" }));
    await engines.close();
  });

  it.each<[string, Parameters<typeof openAll>[0]]>([
    ["engines.a.dialect", { a: { base_url: "http://127.0.0.1" } }],
    ["engines.a.dialect", { a: { dialect: "latin", base_url: "http://127.0.0.1" } }],
    ["engines.a.base_url", { a: { preset: "compatible" } }],
    ["engines.a.base_url", { a: { dialect: "claude" } }],
    ["engines.a.base_url", { a: { preset: "openai", base_url: "https://u:canary@h" } }],
    ["engines.a.recordings", { a: { preset: "openai", recordings: "r" } }],
    ["engines.a.headers[0]", { a: { preset: "openai", headers: ["nonsense"] } }],
    ["engines.a.headers[1]", { a: { preset: "openai", headers: ["x: y", "Host: z"] } }],
    ["engines.a.headers[0]", { a: { preset: "openai", headers: ["x: canary\r\ny: z"] } }],
    ["engines.a.headers[0]", { a: { preset: "openai", headers: ["Authorization: canary"] } }],
    ["engines.a.fallback[1]", { a: { preset: "openai", fallback: ["b", "c"] }, b: { preset: "openai" } }],
    ["engines.a.fallback", { a: { preset: "openai", fallback: ["a"] } }],
    [
      "engines.b.fallback",
      {
        a: { preset: "openai", fallback: ["b"] },
        b: { preset: "openai", fallback: ["c"] },
        c: { preset: "openai", fallback: ["b"] },
      },
    ],
  ])("are refused at %s: %j", (where, config) => {
    const error = refusal(config);
    expect(error.code).toBe("config_invalid");
    expect(error.where).toBe(where);
    expect(error.message).toContain(where);
    expect(error.message).not.toContain("canary");
  });

  it("may share a fallback", async () => {
    const engines = openAll({
      a: { preset: "openai", fallback: ["b", "c"] },
      b: { preset: "anthropic", fallback: ["c"] },
      c: { preset: "google" },
    });
    expect(engines.get("a").fallback).toEqual([{ engine: "b" }, { engine: "c" }]);
    await engines.close();
  });
});
