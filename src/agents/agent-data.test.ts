import { describe, expect, it } from "vitest";
import { compileGlobSet } from "../lib/index.ts";
import { agents, findAgent } from "./registry.ts";

const installable = agents.filter(({ installation }) => installation !== undefined);
describe("what is said of each agent", () => {
  it.each(agents)("$name has a level and evidence for each capability", ({ capabilities }) => {
    const levels = ["native", "emulated", "unsupported"];
    for (const [name, { level, evidence }] of Object.entries(capabilities)) {
      if (typeof level === "string") expect(levels, name).toContain(level);
      else expect(level, name).toEqual({ restricted: { reason: expect.stringMatching(/./) } });
      expect(evidence, name).toMatch(/\.$/);
    }
  });

  it.each(installable)("$name is installed under the names that it is found by", (agent) => {
    const { connection, installation, title, name } = agent;
    expect(connection.title).toBe(title);
    expect([connection.package, connection.executables[0]]).toEqual([
      installation!.package,
      installation!.executable,
    ]);
    expect(installation).toMatchObject({
      executable: name,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      versionArguments: ["--version"],
    });
  });

  it.each(agents)(
    "$name has places in a repository, each with what it holds, once",
    ({ repositorySettings }) => {
      const paths = repositorySettings.leftOut.map(({ path }) => path);
      expect(new Set(paths).size).toBe(paths.length);
      for (const { path, holds, documents = [], switchedOffBy } of repositorySettings.leftOut)
        for (const text of [path, holds, ...documents, switchedOffBy ?? "x"]) expect(text, path).not.toBe("");
    },
  );

  it.each([
    ["claude", "stdio control protocol", ".claude/projects/"],
    ["codex", "app-server", ".codex/sessions/ .codex/state_ .codex/thread_history_"],
    ["gemini", "ACP", ".abp/.gemini/tmp/ .abp/.gemini/history/ .abp/.gemini/projects.json"],
    ["copilot", "ACP", ".copilot/session-state/"],
    ["kimi", "ACP", ".kimi-code/sessions/ .kimi-code/session_index.jsonl .kimi-code/workspaces.json"],
    ["opencode", "ACP", ".local/share/opencode/opencode.db"],
    ["engine", "tool loop", ".abp-engine/"],
    ["acp", "ACP", undefined],
    ["jsonl", "JSON lines", undefined],
  ])("%s is spoken to by %s, and keeps conversations in %s", (name, transport, places) => {
    const { sessionFiles, ...agent } = findAgent(name)!;
    expect([agent.transport, sessionFiles?.join(" ")]).toEqual([transport, places]);
  });

  it.each([
    ["claude", "claude", "anthropic", false, "claude-*"],
    ["codex", "codex", "openai", false, "gpt-* codex-* o[0-9]*"],
    ["gemini", "gemini", "google", false, "gemini-*"],
    ["kimi", "kimi", "moonshotai", true, "kimi-*"],
    ["copilot", "openai", undefined, true, undefined],
    ["opencode", "openai", undefined, true, undefined],
    ["acp", undefined, undefined, false, undefined],
  ])("%s speaks %s, and asks for models of %s", (name, dialect, vendor, needsModel, patterns) => {
    const { connection } = findAgent(name)!;
    expect(connection).toMatchObject({ needsModel });
    expect([connection.dialect, connection.vendor]).toEqual([dialect, vendor]);
    expect(connection.ownModelPatterns?.join(" ")).toBe(patterns);
    if (patterns === undefined) expect(connection.ownModels).toBeUndefined();
    else
      expect(connection.ownModels!.every((model) => compileGlobSet(patterns.split(" ")).matches(model))).toBe(
        true,
      );
  });

  it.each([
    ["copilot", ["COPILOT_MODEL", "COPILOT_PROVIDER_WIRE_MODEL"], ["--model"], undefined],
    ["gemini", ["GEMINI_MODEL"], ["--model", "-m"], undefined],
    ["kimi", ["KIMI_MODEL_NAME", "KIMI_SECONDARY_MODEL"], ["--model", "-m"], true],
    ["opencode", undefined, ["--model", "-m"], true],
  ])("%s may be given a model by %j and %j", (name, variables, options, hasProviders) => {
    const places = findAgent(name)!.connection.modelPlaces!;
    expect([places.variables, places.options, places.hasProviders]).toEqual([
      variables,
      options,
      hasProviders,
    ]);
  });
});
