import { describe, expect, it } from "vitest";
import { agents } from "../../agents/index.ts";
import { order } from "../fixtures/start-run.ts";
import { modelsOf } from "./run-models.ts";

const of = (agent: string, model: string | null) =>
  modelsOf(agents.find(({ name }) => name === agent)!.connection, order({ config: { model } }));

describe("the models of a run", () => {
  it.each(agents.map(({ name }) => name))("are the one that the order names: %s", (name) => {
    expect(of(name, "m")).toEqual({ names: ["m"], patterns: [] });
  });

  it.each([
    ["claude", ["claude-*"]],
    ["codex", ["gpt-*", "codex-*", "o[0-9]*"]],
    ["gemini", ["gemini-*"]],
    ["kimi", ["kimi-*"]],
    ["copilot", []],
    ["opencode", []],
    ["acp", []],
    ["jsonl", []],
  ])("are the agent's own if the order names none: %s", (name, patterns) => {
    const { names, patterns: found } = of(name, null);
    expect(found).toEqual(patterns);
    expect(names.length > 0).toBe(patterns.length > 0);
  });

  it("have the name that Claude Code sends for a long context", () => {
    expect(of("claude", "claude-x[1m]").names).toEqual(["claude-x[1m]", "claude-x"]);
    expect(of("codex", "claude-x[1m]").names).toEqual(["claude-x[1m]"]);
  });

  it("have the names that Gemini CLI puts in place of one of its own", () => {
    expect(of("gemini", "flash").names).toEqual([
      "flash",
      "gemini-3.8-flash",
      "gemini-3.5-flash",
      "gemini-3-flash-preview",
      "gemini-2.5-flash",
    ]);
    expect(of("gemini", "gemini-3-pro-preview").names).toContain("gemini-3.1-pro-preview-customtools");
    expect(of("gemini", "gemini-3-pro-preview").names).not.toContain("gemini-2.5-flash");
    expect(of("gemini", "auto").names).toEqual(
      expect.arrayContaining(["auto", "gemini-2.5-pro", "gemini-3.5-flash-lite"]),
    );
    expect(of("gemini", "gemini-9").names).toEqual(["gemini-9"]);
  });

  it("have the model of a request that is passed through", () => {
    const vendor = { abp: { mode: "passthrough", request: { model: "asked", messages: [] } } };
    expect(modelsOf(undefined, order({ config: { model: "m", vendor } })).names).toEqual(["m", "asked"]);
    expect(modelsOf(undefined, order({ config: { model: null, vendor } })).names).toEqual(["asked"]);
  });

  it("have those that the backend's own settings name, beside the agent's own or the named one", () => {
    const connection = agents.find(({ name }) => name === "claude")!.connection;
    const settings = { env: { ANTHROPIC_MODEL: "mine[1m]" }, args: [] };
    const variables = { ANTHROPIC_SMALL_FAST_MODEL: "small" };
    const own = modelsOf(connection, order({ config: { model: null, env: variables } }), settings);
    expect(own).toEqual({
      names: ["mine[1m]", "mine", "small", ...connection.ownModels!],
      patterns: ["claude-*"],
    });
    // It replaces the variables.
    expect(modelsOf(connection, order({ config: { model: "m" } }), settings).names).toEqual(["m"]);
    const acp = agents.find(({ name }) => name === "acp")!.connection;
    const given = { env: {}, args: ["--model=x"] };
    expect(modelsOf(acp, order({ config: { model: null } }), given)).toEqual({ names: ["x"], patterns: [] });
    expect(modelsOf(acp, order({ config: { model: "m" } }), given).names).toEqual(["m", "x"]);
  });

  it("are any if nothing is known of the agent", () => {
    expect(modelsOf(undefined, order({ config: { model: null } }))).toEqual({ names: [], patterns: [] });
  });
});
