import { describe, expect, it } from "vitest";
import { findAgent, findConnection } from "../../agents/index.ts";
import { type Config, ConfigSchema } from "../../config/index.ts";
import { chooseAgentCalls } from "./agent-calls.ts";

type Settings = Parameters<typeof ConfigSchema.parse>[0];

/** The engine and the model of an agent on a configuration, with what the user said. */
function chooseCalls(agent: string, settings: Settings, said: { engine?: string; model?: string } = {}) {
  const config = ConfigSchema.parse(settings) as Config;
  const question = { engine: said.engine, model: said.model };
  const connection = findConnection(agent) ?? findAgent(agent)!.connection;
  return chooseAgentCalls(connection, question, config, {});
}

/** The model of an agent, and what is said about it. */
async function choose(...given: Parameters<typeof chooseCalls>) {
  const { model, notices } = await chooseCalls(...given);
  return { model, notice: notices.find((notice) => notice.includes("uses the model")) };
}

const local = { preset: "compatible", base_url: "http://127.0.0.1:1/v1" };
const vendors = {
  engines: {
    anthropic: { preset: "anthropic" },
    openai: { preset: "openai" },
    google: { preset: "google" },
    local,
  },
};
const nothing = { model: undefined, notice: undefined };

describe("the model of an agent", () => {
  it("is the one that the user names, whatever the engine", async () => {
    expect(await choose("claude", vendors, { engine: "local", model: "qwen" })).toEqual({
      model: "qwen",
      notice: undefined,
    });
  });

  it.each(["anthropic", undefined])("is its own on an engine of its vendor (%s)", async (engine) => {
    expect(await choose("claude", vendors, engine === undefined ? {} : { engine })).toEqual(nothing);
  });

  it("is the default of an engine of another vendor, and a note says so", async () => {
    expect(await choose("claude", vendors, { engine: "google" })).toEqual({
      model: "gemini-3.8-flash",
      notice:
        "Claude Code uses the model gemini-3.8-flash, the default of the engine google; -m names another one",
    });
    expect((await choose("gemini", vendors, { engine: "openai" })).model).toBe("gpt-6.1-sol");
    const only = { engines: { mine: { ...local, default_model: "qwen" } } };
    expect((await choose("codex", only)).model).toBe("qwen");
  });

  it("is that of the default engine, if its own models belong to no engine", async () => {
    const two = {
      engines: { google: { preset: "google" }, mine: { ...local, default_model: "qwen" } },
      default_engine: "mine",
    };
    expect((await choose("claude", two)).model).toBe("qwen");
  });

  it("is refused if its own would go to another vendor", async () => {
    await expect(choose("claude", vendors, { engine: "local" })).rejects.toMatchObject({
      code: "usage_invalid",
      where: "--model",
      message: expect.stringContaining("claude-opus-4-8, but its calls go to the engine local"),
    });
    await expect(choose("codex", { engines: { local } })).rejects.toThrow("which is of another vendor");
  });

  it("is refused if no engine serves its own, and none is named", async () => {
    const engines = { google: { preset: "google" }, moonshot: { preset: "moonshot" } };
    await expect(choose("claude", { engines })).rejects.toMatchObject({
      code: "usage_invalid",
      where: "--engine",
      message: "no engine serves claude-opus-4-8, which Claude Code asks for",
    });
  });

  it("is its own if routes map all of its models, and if the engine lists them", async () => {
    const routes = { r: { models: ["claude-*"], engine: "local", model: "qwen" } };
    expect(await choose("claude", { engines: { local }, routes })).toEqual(nothing);
    const auto = { r: { models: ["claude-*"], engine: "auto" } };
    expect(await choose("claude", { engines: { local }, routes: auto })).toEqual(nothing);
    expect(await choose("claude", { engines: { local } }, { engine: "auto" })).toEqual(nothing);
    expect(await choose("claude", { engines: { local: { ...local, models: ["claude-*"] } } })).toEqual(
      nothing,
    );
  });

  it("is refused if a route maps its main model only, even with a default", async () => {
    const routes = { r: { models: ["claude-opus-*"], engine: "mine", model: "qwen" } };
    const engines = { mine: { ...local, default_model: "qwen" } };
    await expect(choose("claude", { engines, routes })).rejects.toThrow("asks for claude-sonnet-5");
  });

  it("is not found by routes if the user names the engine, as the gateway leaves them out then", async () => {
    const routes = { r: { models: ["claude-*"], engine: "local", model: "qwen" } };
    await expect(choose("claude", { engines: { local }, routes }, { engine: "local" })).rejects.toThrow(
      "another vendor",
    );
  });

  it("is its own on a simulated engine, which takes any name, unless it is strict or has a default", async () => {
    expect(await choose("claude", {}, { engine: "sim-codex" })).toEqual(nothing);
    expect(await choose("codex", {})).toEqual(nothing);
    const sim = { preset: "sim", default_model: "m" };
    const engines = { c: { ...sim, dialect: "claude" }, g: { ...sim, dialect: "gemini" } };
    expect(await choose("claude", { engines }, { engine: "c" })).toEqual(nothing);
    expect((await choose("claude", { engines }, { engine: "g" })).model).toBe("m");
    const strict = { preset: "sim", dialect: "gemini", strict: true };
    await expect(choose("claude", { engines: { strict } })).rejects.toThrow("another vendor");
    expect(await choose("gemini", { engines: { strict } })).toEqual(nothing);
  });

  it("is the default of the engine for an agent that has none, also of its own vendor", async () => {
    const engines = { moonshot: { preset: "moonshot" }, anthropic: { preset: "anthropic" } };
    expect((await choose("kimi", { engines })).model).toBe("kimi-k3");
    expect((await choose("opencode", { engines }, { engine: "anthropic" })).model).toBe("claude-sonnet-5-5");
    const routes = { r: { models: ["kimi-*"], engine: "anthropic", model: "claude-opus-5-5" } };
    expect(await choose("kimi", { engines, routes })).toEqual({
      model: "kimi-k3",
      notice: expect.stringMatching(/ uses the model kimi-k3, which a route maps; -m names another one$/),
    });
    const needed = (where: string) =>
      "Name the model to request from the engine, such as `-m claude-sonnet-5-5`, or set `default_model` in " +
      `${where}.`;
    await expect(choose("opencode", { engines })).rejects.toMatchObject({
      ...{ code: "usage_invalid", message: "OpenCode needs a model", where: "--model" },
      advice: needed("an engine"),
    });
    await expect(choose("copilot", vendors, { engine: "local" })).rejects.toMatchObject({
      advice: needed("`[engines.local]`"),
    });
  });

  it.each([
    ["claude", undefined],
    ["codex", undefined],
    ["gemini", undefined],
    ["opencode", "sim-model"],
    ["copilot", "sim-model"],
    ["kimi", "kimi-k3"],
  ])("is there for %s without any configuration: %s", async (agent, model) => {
    expect((await choose(agent, {})).model).toBe(model);
  });

  it("is any name for an engine backend on a simulated engine, and the engine's default elsewhere", async () => {
    expect(await choose("engine", {})).toEqual({
      model: "sim-model",
      notice: "Engine uses the model sim-model, a name for the simulated engine sim; -m names another one",
    });
    expect(await choose("engine", vendors, { engine: "anthropic" })).toMatchObject({
      model: "claude-sonnet-5-5",
    });
    await expect(choose("engine", vendors, { engine: "local" })).rejects.toThrow("Engine needs a model");
  });

  it("is left to programs that are not known", async () => {
    expect(await choose("sdk", vendors, { engine: "local" })).toEqual(nothing);
  });

  it("is refused on an engine that does not exist", async () => {
    await expect(choose("claude", vendors, { engine: "gogle" })).rejects.toMatchObject({
      code: "engine_not_found",
    });
  });
});

describe("the engine of an agent", () => {
  const sim = (dialect: string) => ({ preset: "sim", dialect });
  const one = (engine: string, dialect: string) => ({ engine, dialect });

  it.each([
    ["claude", one("sim-claude", "claude")],
    ["codex", one("sim-codex", "codex")],
    ["gemini", one("sim-gemini", "gemini")],
    ["kimi", one("sim-kimi", "kimi")],
    ["opencode", { engine: undefined, dialect: "openai" }],
    ["copilot", { engine: undefined, dialect: "openai" }],
    ["engine", { engine: undefined, dialect: "openai" }],
    ["sdk", { engine: undefined, dialect: "openai" }],
  ])("is, without any configuration, a simulated one that speaks as %s does", async (agent, wanted) => {
    const { engine, dialect } = await chooseCalls(agent, {});
    expect({ engine, dialect }).toEqual(wanted);
    const named = await chooseCalls(agent, {}, { model: "gpt-5.5" });
    expect({ engine: named.engine, dialect: named.dialect }).toEqual(wanted);
  });

  it("is found by its dialect, whatever its name, and said", async () => {
    const engines = { first: sim("gemini"), second: sim("codex"), third: sim("claude") };
    expect(await chooseCalls("codex", { engines })).toEqual({
      ...one("second", "codex"),
      model: undefined,
      notices: [
        "Codex calls the simulated engine second, which speaks its dialect; --engine names another one",
      ],
    });
    expect(await chooseCalls("opencode", { engines })).toMatchObject(one("second", "codex"));
    expect((await chooseCalls("claude", { engines })).engine).toBe("third");
  });

  it("is one that speaks as the agent does among those that list its model", async () => {
    expect((await chooseCalls("codex", {}, { model: "sim-model" })).engine).toBe("sim-codex");
    expect((await chooseCalls("opencode", {}, { model: "sim-model" })).engine).toBeUndefined();
    const engines = {
      first: { ...sim("gemini"), models: ["m-*"] },
      second: { ...sim("codex"), models: ["m-*"] },
      third: { ...sim("claude"), models: ["other"] },
    };
    expect((await chooseCalls("codex", { engines }, { model: "m-1" })).engine).toBe("second");
    expect((await chooseCalls("claude", { engines }, { model: "m-1" })).engine).toBeUndefined();
  });

  it("is left to the user, to the configuration and to the models' names", async () => {
    expect(await chooseCalls("codex", {}, { engine: "sim" })).toMatchObject(one("sim", "openai"));
    const engines = { first: sim("gemini"), second: sim("codex") };
    const routes = { r: { models: ["*"], engine: "first" } };
    const undecided = { engine: undefined, dialect: "gemini" };
    expect(await chooseCalls("codex", { engines, default_engine: "first" })).toMatchObject(undecided);
    expect(await chooseCalls("codex", { engines, routes })).toMatchObject(undecided);
    const listed = { first: { ...sim("gemini"), models: ["gpt-*"] }, second: sim("codex") };
    expect(await chooseCalls("codex", { engines: listed })).toMatchObject(undecided);
    const real = { mine: { ...local, default_model: "qwen" }, second: sim("codex") };
    await expect(chooseCalls("codex", { engines: real })).rejects.toThrow("no engine serves");
    expect((await chooseCalls("codex", { engines: { only: sim("gemini") } })).engine).toBeUndefined();
  });
});
