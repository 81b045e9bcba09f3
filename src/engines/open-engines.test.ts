import { describe, expect, it } from "vitest";
import { until } from "../../test/eventually.ts";
import { AbpError } from "../contract/index.ts";
import { findDialect } from "../dialects/index.ts";
import { presets } from "../models/presets/index.ts";
import type { EngineSettings } from "./engine-settings.ts";
import { openBench } from "./fixtures/cleanup.ts";
import { defaultSettings, run } from "./fixtures/loopback.ts";
import { openEngines } from "./open-engines.ts";
import { requestOf, saying, send } from "./sim/fixtures/calling.ts";

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
      const path = preset.cloud === "vertex" ? "/v1/projects/p/locations/l" : "/v1";
      const base_url = preset.baseUrl === undefined ? `http://127.0.0.1:1${path}` : undefined;
      const engines = openAll({ one: { preset: name, ...(name === "sim" ? {} : { base_url }) } });
      const engine = engines.get("one");
      expect(engine.name).toBe("one");
      expect(engine.dialect).toBe(findDialect(preset.dialect));
      expect(engine.models).toEqual(preset.models);
      expect(engine.isSimulated).toBe(name === "sim");
      if (name !== "sim") {
        expect(engine.location).toBe(preset.baseUrl ?? base_url);
        expect(engine.provider).toBe(preset.provider ?? engine.dialect.modelPrefix);
        expect(engine.keepsResponses).toBe(preset.keepsResponses);
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

  it("have the configured default model, else the preset's if the engine serves it", async () => {
    const engines = openAll({
      preset: { preset: "google" },
      set: { preset: "google", default_model: "m" },
      narrowed: { preset: "google", models: ["gemma-*"] },
      sim: { preset: "sim", default_model: "sim-m" },
      none: { preset: "compatible", base_url: "http://127.0.0.1:1/v1" },
    });
    expect(engines.list().map(({ defaultModel }) => defaultModel)).toEqual([
      "gemini-3.8-flash",
      "m",
      undefined,
      "sim-m",
      undefined,
    ]);
    await engines.close();
  });

  it.each<[string, Parameters<typeof openAll>[0]]>([
    ["engines.a.dialect", { a: { base_url: "http://127.0.0.1" } }],
    ["engines.a.dialect", { a: { dialect: "latin", base_url: "http://127.0.0.1" } }],
    ["engines.a.base_url", { a: { preset: "compatible" } }],
    ["engines.a.base_url", { a: { dialect: "claude" } }],
    ["engines.a.base_url", { a: { preset: "openai", base_url: "https://u:canary@h" } }],
    ["engines.a.recordings", { a: { preset: "openai", recordings: "r" } }],
    ["engines.a.strict", { a: { preset: "openai", strict: true } }],
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

  it.each<[string, Parameters<typeof openAll>[0]]>([
    ["`engines.a.dialect` is missing; set it, or set a preset", { a: { base_url: "http://127.0.0.1" } }],
    [
      '`engines.a.dialect` is "latin", which is no dialect',
      { a: { dialect: "latin", base_url: "http://127.0.0.1" } },
    ],
    ["`engines.a.base_url` is missing; set the URL of the engine", { a: { preset: "compatible" } }],
    ["`engines.a.base_url` must be an http or https URL", { a: { preset: "compatible", base_url: "x" } }],
    [
      "`engines.a.recordings` is for an engine of the preset `sim`, which answers from recordings",
      { a: { preset: "openai", recordings: "r" } },
    ],
    ["`engines.a.headers[0]` must be written as `name: value`", { a: { preset: "openai", headers: ["x"] } }],
    [
      "`engines.a.headers[1]` is set twice, or is the header of the credential",
      { a: { preset: "openai", headers: ["x: 1", "X: 2"] } },
    ],
  ])("are refused with the message %s", (message, config) => {
    const error = refusal(config);
    expect(error.message).toBe(message);
    expect(error.details).toEqual({ issues: [{ key: error.where, message }] });
  });

  it("are refused with everything that is wrong, in one error", () => {
    const error = refusal({
      a: { base_url: "ftp://h", headers: ["x", "y: z", "Y: z"], strict: true },
      b: { preset: "openai", api_key: "k", credential_file: "f", fallback: ["nobody"] },
      c: { preset: "vertex", dialect: "codex", base_url: "http://127.0.0.1/v1/projects/p/locations/l" },
    });
    expect((error.details["issues"] as { key: string }[]).map(({ key }) => key)).toEqual([
      "engines.b.fallback[0]",
      "engines.a.dialect",
      "engines.a.base_url",
      "engines.a.strict",
      "engines.a.headers[0]",
      "engines.a.headers[2]",
      "engines.b.credential_file",
      "engines.c.dialect",
    ]);
  });

  it("may configure the header of the credential when they have none", async () => {
    const engines = openAll({
      a: { preset: "openai", credential: "none", headers: ["Authorization: Basic x"] },
    });
    expect(engines.list()).toHaveLength(1);
    await engines.close();
  });

  it("take settings before the preset, and the dialect's vendor without one", async () => {
    const engines = openAll({
      preset: { preset: "openai", dialect: "claude", models: ["x"], base_url: "http://127.0.0.1/v9" },
      bare: { dialect: "claude", base_url: "http://127.0.0.1" },
    });
    const { dialect, models, location, provider } = engines.get("preset");
    expect([dialect.id, models, location, provider]).toEqual([
      "claude",
      ["x"],
      "http://127.0.0.1/v9",
      "openai",
    ]);
    const bare = engines.get("bare");
    expect([bare.provider, bare.models, bare.keepsResponses]).toEqual(["anthropic", [], false]);
    await engines.close();
  });

  it("say what is missing when a name is unknown", () => {
    expect(() => openAll({}).get("x")).toThrow('no engine is named "x"; none is configured');
    const engines = openAll({ vendor: { preset: "sim" }, other: { preset: "sim" } });
    try {
      engines.get("zzzzzzzz");
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({
        code: "engine_not_found",
        message: 'no engine is named "zzzzzzzz"; there are: vendor, other',
        details: { engine: "zzzzzzzz", available: ["vendor", "other"] },
      });
    }
    expect(() => engines.get("othr")).toThrow('no engine is named "othr"; did you mean "other"?');
  });

  it("open a simulated engine with its settings", () => {
    const engines = openAll({
      a: { preset: "sim", dialect: "claude", fallback: ["b"], recordings: "/r" },
      b: { preset: "sim" },
    });
    expect(engines.get("a")).toMatchObject({
      name: "a",
      location: "recordings in /r",
      models: ["sim-*"],
      fallback: [{ engine: "b" }],
    });
    expect(engines.get("a").dialect.id).toBe("claude");
    expect(engines.get("b").location).toBe("simulated in process");
  });

  it("open simulated engines that give equal requests answers with ids of their own", async () => {
    const codex = findDialect("codex");
    const engines = openAll({
      a: { preset: "sim", dialect: "codex" },
      b: { preset: "sim", dialect: "codex" },
    });
    const ids = new Set<unknown>();
    for (const name of ["a", "a", "b"]) {
      const answer = await send(engines.get(name), requestOf(codex, saying("hi")));
      ids.add((JSON.parse(answer.text) as { id: unknown }).id);
    }
    expect(ids.size).toBe(3);
    await engines.close();
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

describe("the settings of an engine", () => {
  const { serve, open } = openBench();

  /** The headers of one call to an engine that these settings and variables describe. */
  async function sent(own: Partial<EngineSettings>, env: Record<string, string> = {}) {
    const server = await serve((response) => response.end("x"));
    const engine = open({ base_url: server.url, ...own }, { env });
    const { error } = await run(engine, { callerCredential: "callers" });
    const headers = server.seen[0]?.headers ?? [];
    const at = headers.findIndex((name) => name.toLowerCase() === "authorization");
    return { code: error?.code, authorization: at === -1 ? undefined : headers[at + 1], engine };
  }

  it.each<[string, Partial<EngineSettings>, string | undefined, string | undefined]>([
    ["a key", { preset: "openai-chat", api_key: "k" }, "Bearer k", undefined],
    ["a key from a file", { preset: "openai-chat", api_key: " k\n" }, "Bearer k", undefined],
    ["an empty key", { preset: "openai-chat", api_key: " " }, undefined, "credential_missing"],
    ["no key for a vendor", { preset: "openai-chat" }, undefined, "credential_missing"],
    ["no key for an own server", { preset: "compatible" }, undefined, undefined],
    ["a key for an own server", { preset: "compatible", api_key: "k" }, "Bearer k", undefined],
    ["no preset and no key", { preset: undefined, dialect: "openai" }, undefined, undefined],
    ["the caller's credential", { preset: "openai-chat", credential: "caller" }, "Bearer callers", undefined],
    [
      "none in spite of a key",
      { preset: "openai-chat", credential: "none", api_key: "k" },
      undefined,
      undefined,
    ],
    [
      "a key that is required and missing",
      { preset: "compatible", credential: "key" },
      undefined,
      "credential_missing",
    ],
  ])("choose the credential: %s", async (_, own, authorization, code) => {
    expect(await sent(own)).toMatchObject({ authorization, code });
  });

  it("never send a vendor's variable to another address", async () => {
    const { code } = await sent({ preset: "openai-chat" }, { OPENAI_API_KEY: "from-env" });
    expect(code).toBe("credential_missing");
  });

  it("take a vendor's variable for the vendor's own address: the first that is set", () => {
    // The key itself never leaves the engine, so its concealment shows it.
    const conceal = (env: Record<string, string>, own: Partial<EngineSettings> = {}) =>
      openEngines({ e: defaultSettings({ preset: "google", ...own }) }, { env })
        .get("e")
        .conceal?.("first-key second-key own-key-1");
    expect(conceal({})).toBe("first-key second-key own-key-1");
    expect(conceal({ GEMINI_API_KEY: "first-key", GOOGLE_API_KEY: "second-key" })).toBe(
      "[redacted] second-key own-key-1",
    );
    expect(conceal({ GEMINI_API_KEY: " ", GOOGLE_API_KEY: "second-key\n" })).toBe(
      "first-key [redacted] own-key-1",
    );
    expect(conceal({ GEMINI_API_KEY: "first-key" }, { api_key: "own-key-1" })).toBe(
      "first-key second-key [redacted]",
    );
    expect(conceal({ GEMINI_API_KEY: "first-key" }, { base_url: "https://h.test" })).toBe(
      "first-key second-key own-key-1",
    );
  });

  it("set the time limits", async () => {
    const clock = { now: 0 };
    const server = await serve(() => undefined);
    const limits = {
      first_byte_timeout_secs: 3,
      idle_timeout_secs: 4,
      total_timeout_secs: 9,
      connect_timeout_ms: 77,
    };
    const engine = open({ base_url: server.url, ...limits }, { now: () => clock.now });
    const outcome = run(engine);
    await until(() => server.seen.length === 1);
    clock.now = 3250;
    expect((await outcome).error?.details).toEqual({
      engine: "e",
      limit: "first_byte_timeout_secs",
      limit_ms: 3000,
    });
  });

  it("close every engine, and the timer of their calls", async () => {
    const server = await serve(() => undefined);
    const settings = defaultSettings({ preset: "compatible", base_url: server.url });
    const engines = openEngines({ a: settings, b: settings }, { env: {} });
    const calls = engines.list().map((engine) => run(engine));
    await until(() => server.seen.length === 2);
    await engines.close();
    for (const { error } of await Promise.all(calls)) expect(error?.message).toContain("was closed");
  });
});
