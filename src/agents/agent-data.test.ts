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

  it("the level of each capability is a part of what is promised", () => {
    const marks: Readonly<Record<string, string>> = { native: "+", emulated: "~", unsupported: "-" };
    const names = [...new Set(agents.flatMap(({ capabilities }) => Object.keys(capabilities)))];
    const rows = names.map((capability) => {
      const levels = agents.map(({ capabilities }) => {
        const level = new Map(Object.entries(capabilities)).get(capability)?.level;
        return level === undefined ? " " : typeof level === "string" ? marks[level] : "!";
      });
      return `${levels.join("")} ${capability}`;
    });
    expect([agents.map(({ name }) => name).join(" "), ...rows]).toMatchInlineSnapshot(`
      [
        "claude codex gemini opencode copilot kimi engine acp jsonl",
        "++++++++! streaming",
        "+~+++++!! tool_read",
        "+++++++!! tool_write",
        "+++++++!! tool_edit",
        "+++++++!! tool_bash",
        "~~+!+++   tool_glob",
        "~~+!+!+   tool_grep",
        "!-!   -   tool_web_search",
        "!-++++-   tool_web_fetch",
        "--    -   tool_ask_user",
        "+!+++++!- hooks_pre_tool_use",
        "~~~~~~~   hooks_post_tool_use",
        "+++++++!! session_resume",
        "++-+-++!  session_fork",
        "--    -   checkpointing",
        "++----!   structured_output_json_schema",
        "++-+-+-!  mcp_client",
        "--    -   mcp_server",
        "++++++++! tool_use",
        "+++!!++   extended_thinking",
        "++ + +!!  image_input",
        "++    !   vision",
        "--    -   pdf_input",
        "  ++++    function_calling",
      ]
    `);
  });

  it("the surroundings of each agent are exact", () => {
    const rows = agents.map(({ name, connection, installation, leftOut, isBuiltIn = false }) => ({
      name,
      title: connection.title,
      executables: connection.executables.join(" "),
      alsoSpeaks: connection.alsoSpeaks?.join(" "),
      simulatedModel: connection.simulatedModel,
      ownModels: connection.ownModels?.join(" "),
      removed: connection.removed.join(" "),
      notes: connection.notes.length,
      leftOut: leftOut.length,
      version: installation?.versionArguments.join(" "),
      isBuiltIn,
    }));
    expect(rows).toMatchInlineSnapshot(`
      [
        {
          "alsoSpeaks": undefined,
          "executables": "claude",
          "isBuiltIn": false,
          "leftOut": 6,
          "name": "claude",
          "notes": 2,
          "ownModels": "claude-opus-4-8 claude-sonnet-5 claude-haiku-4-5",
          "removed": "ANTHROPIC_API_KEY CLAUDE_CODE_OAUTH_TOKEN CLAUDE_CODE_USE_BEDROCK CLAUDE_CODE_USE_VERTEX CLAUDE_CODE_USE_FOUNDRY",
          "simulatedModel": undefined,
          "title": "Claude Code",
          "version": "--version",
        },
        {
          "alsoSpeaks": undefined,
          "executables": "codex",
          "isBuiltIn": false,
          "leftOut": 5,
          "name": "codex",
          "notes": 3,
          "ownModels": "gpt-6.1-sol",
          "removed": "",
          "simulatedModel": undefined,
          "title": "Codex",
          "version": "--version",
        },
        {
          "alsoSpeaks": undefined,
          "executables": "gemini",
          "isBuiltIn": false,
          "leftOut": 3,
          "name": "gemini",
          "notes": 3,
          "ownModels": "gemini-3.1-pro-preview gemini-3-flash-preview gemini-3.5-flash-lite",
          "removed": "GOOGLE_API_KEY GOOGLE_GENAI_USE_VERTEXAI GOOGLE_GENAI_USE_GCA",
          "simulatedModel": undefined,
          "title": "Gemini CLI",
          "version": "--version",
        },
        {
          "alsoSpeaks": "codex",
          "executables": "opencode",
          "isBuiltIn": false,
          "leftOut": 5,
          "name": "opencode",
          "notes": 3,
          "ownModels": undefined,
          "removed": "",
          "simulatedModel": "sim-model",
          "title": "OpenCode",
          "version": "--version",
        },
        {
          "alsoSpeaks": "codex",
          "executables": "copilot",
          "isBuiltIn": false,
          "leftOut": 3,
          "name": "copilot",
          "notes": 1,
          "ownModels": undefined,
          "removed": "COPILOT_PROVIDER_TYPE COPILOT_PROVIDER_BEARER_TOKEN COPILOT_PROVIDER_API_KEY_COMMAND COPILOT_PROVIDER_MODEL_ID COPILOT_PROVIDER_TRANSPORT COPILOT_AGENT_MODEL",
          "simulatedModel": "sim-model",
          "title": "Copilot CLI",
          "version": "--version",
        },
        {
          "alsoSpeaks": undefined,
          "executables": "kimi",
          "isBuiltIn": false,
          "leftOut": 4,
          "name": "kimi",
          "notes": 3,
          "ownModels": "kimi-k3",
          "removed": "KIMI_SECONDARY_MODEL",
          "simulatedModel": undefined,
          "title": "Kimi Code",
          "version": "--version",
        },
        {
          "alsoSpeaks": undefined,
          "executables": "",
          "isBuiltIn": true,
          "leftOut": 3,
          "name": "engine",
          "notes": 1,
          "ownModels": undefined,
          "removed": "",
          "simulatedModel": "sim-model",
          "title": "Engine",
          "version": undefined,
        },
        {
          "alsoSpeaks": undefined,
          "executables": "",
          "isBuiltIn": false,
          "leftOut": 2,
          "name": "acp",
          "notes": 2,
          "ownModels": undefined,
          "removed": "ANTHROPIC_AUTH_TOKEN GOOGLE_API_KEY GOOGLE_GENAI_USE_VERTEXAI",
          "simulatedModel": undefined,
          "title": "ACP agent",
          "version": undefined,
        },
        {
          "alsoSpeaks": undefined,
          "executables": "",
          "isBuiltIn": false,
          "leftOut": 2,
          "name": "jsonl",
          "notes": 2,
          "ownModels": undefined,
          "removed": "ANTHROPIC_AUTH_TOKEN GOOGLE_API_KEY GOOGLE_GENAI_USE_VERTEXAI",
          "simulatedModel": undefined,
          "title": "JSON lines agent",
          "version": undefined,
        },
      ]
    `);
  });
});
