import { describe, expect, it } from "vitest";
import { agentConnections, findConnection } from "../registry.ts";
import { callDialect, type GatewayConnection } from "./agent-connection.ts";

const connection: GatewayConnection = {
  baseUrl: "http://127.0.0.1:8088/",
  token: "t",
  runId: "run 1",
  engine: "e",
  model: "m",
  home: "/home/agent",
  inherited: { ANTHROPIC_CUSTOM_HEADERS: " X-Mine: 1 " },
};
const url = "http://127.0.0.1:8088/r/run%201";

/** The variables of each program, all of them: a missing one leads past the gateway or sends data elsewhere. */
const variables: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  claude: {
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_AUTH_TOKEN: "t",
    ANTHROPIC_MODEL: "m",
    ANTHROPIC_SMALL_FAST_MODEL: "m",
    ANTHROPIC_DEFAULT_OPUS_MODEL: "m",
    ANTHROPIC_DEFAULT_SONNET_MODEL: "m",
    ANTHROPIC_DEFAULT_HAIKU_MODEL: "m",
    ANTHROPIC_DEFAULT_FABLE_MODEL: "m",
    CLAUDE_CODE_SUBAGENT_MODEL: "m",
    CLAUDE_CODE_AUTO_MODE_MODEL: "m",
    CLAUDE_CODE_BG_CLASSIFIER_MODEL: "m",
    CLAUDE_CODE_DISABLE_LEGACY_MODEL_REMAP: "1",
    CLAUDE_CODE_DISABLE_REFUSAL_FALLBACK: "1",
    ANTHROPIC_CUSTOM_HEADERS: "X-Mine: 1\nX-ABP-Engine: e",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
  },
  codex: { ABP_TOKEN: "t" },
  gemini: {
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_API_KEY: "t",
    GEMINI_CLI_HOME: "/home/agent",
    GEMINI_MODEL: "m",
    GEMINI_CLI_CUSTOM_HEADERS: "X-ABP-Engine: e",
  },
  copilot: {
    COPILOT_PROVIDER_BASE_URL: `${url}/openai/v1`,
    COPILOT_PROVIDER_WIRE_API: "completions",
    COPILOT_PROVIDER_API_KEY: "t",
    COPILOT_MODEL: "m",
    COPILOT_PROVIDER_WIRE_MODEL: "m",
    COPILOT_OFFLINE: "true",
    COPILOT_PROVIDER_HEADERS: "X-ABP-Engine: e",
  },
  kimi: {
    KIMI_MODEL_BASE_URL: `${url}/kimi/v1`,
    KIMI_MODEL_API_KEY: "t",
    KIMI_MODEL_NAME: "m",
    KIMI_MODEL_PROVIDER_TYPE: "kimi",
    KIMI_CODE_CUSTOM_HEADERS: "X-ABP-Engine: e",
    KIMI_DISABLE_TELEMETRY: "1",
    KIMI_CODE_NO_AUTO_UPDATE: "1",
  },
  sdk: {
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_API_KEY: "t",
    OPENAI_CUSTOM_HEADERS: "X-ABP-Engine: e",
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: "t",
    ANTHROPIC_CUSTOM_HEADERS: "X-Mine: 1\nX-ABP-Engine: e",
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_API_KEY: "t",
  },
};

/** How the two agents that can speak two dialects call the gateway. */
function calledBy(engine: GatewayConnection) {
  const opencode = findConnection("opencode")!.environment(engine)["OPENCODE_CONFIG_CONTENT"]!;
  const { npm, options } = JSON.parse(opencode).provider.abp;
  const copilot = findConnection("copilot")!.environment(engine);
  return {
    opencode: [npm, options.baseURL],
    copilot: [copilot["COPILOT_PROVIDER_WIRE_API"], copilot["COPILOT_PROVIDER_BASE_URL"]],
  };
}

describe("the environment of a program", () => {
  it.each(Object.keys(variables))("%s has exactly these variables", (name) => {
    expect(findConnection(name)!.environment(connection)).toEqual(variables[name]);
  });

  it("opencode gets its configuration in a variable, with the token by name and no update or sharing", () => {
    const { OPENCODE_CONFIG_CONTENT, ...others } = findConnection("opencode")!.environment(connection);
    expect(others).toEqual({
      ABP_TOKEN: "t",
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
    });
    expect(JSON.parse(OPENCODE_CONFIG_CONTENT!)).toEqual({
      provider: {
        abp: {
          npm: "@ai-sdk/openai-compatible",
          name: "Agent Backplane",
          options: {
            baseURL: `${url}/openai/v1`,
            apiKey: "{env:ABP_TOKEN}",
            headers: { "X-ABP-Engine": "e" },
          },
          models: { m: { attachment: true, modalities: { input: ["text", "image"], output: ["text"] } } },
        },
      },
      enabled_providers: ["abp"],
      model: "abp/m",
      small_model: "abp/m",
      agent: {
        build: { model: "abp/m" },
        plan: { model: "abp/m" },
        general: { model: "abp/m" },
        explore: { model: "abp/m" },
        title: { model: "abp/m" },
        summary: { model: "abp/m" },
        compaction: { model: "abp/m" },
      },
      autoupdate: false,
      share: "disabled",
    });
  });

  it.each(["openai", "claude", "gemini", undefined])(
    "opencode and copilot call Chat Completions if the engine has no Responses (%s)",
    (dialect) => {
      const engine = { ...connection, ...(dialect === undefined ? {} : { dialect }) };
      expect(calledBy(engine)).toEqual({
        opencode: ["@ai-sdk/openai-compatible", `${url}/openai/v1`],
        copilot: ["completions", `${url}/openai/v1`],
      });
    },
  );

  it("opencode and copilot call Responses if the engine has it", () => {
    expect(calledBy({ ...connection, dialect: "codex" })).toEqual({
      opencode: ["@ai-sdk/openai", `${url}/v1`],
      copilot: ["responses", `${url}/v1`],
    });
  });

  it.each([
    ["opencode", "codex", "codex"],
    ["opencode", "claude", "openai"],
    ["copilot", undefined, "openai"],
    ["claude", "codex", "claude"],
    ["sdk", "codex", undefined],
  ])("%s speaks to an engine of %s in %s", (name, engine, spoken) => {
    expect(callDialect(findConnection(name)!, engine)).toBe(spoken);
  });

  it("codex gets it by arguments", () => {
    expect(findConnection("codex")!.arguments!(connection).join(" ")).toBe(
      [
        '-c model_provider="abp"',
        '-c model_providers.abp.name="Agent Backplane"',
        `-c model_providers.abp.base_url="${url}/v1"`,
        '-c model_providers.abp.wire_api="responses"',
        '-c model_providers.abp.env_key="ABP_TOKEN"',
        '-c model_providers.abp.http_headers={ "X-ABP-Engine" = "e" }',
        '-c model="m"',
        '-c review_model="m"',
        '-c agents.default_subagent_model="m"',
        '-c memories.extract_model="m"',
        '-c memories.consolidation_model="m"',
      ].join(" "),
    );
  });

  it("gemini gets one model for every purpose in its settings, and no such settings without a model", () => {
    const settingsOf = (one: GatewayConnection) =>
      JSON.parse(findConnection("gemini")!.files!(one)[0]!.content) as {
        modelConfigs?: { customOverrides: { match: object; modelConfig: { model: string } }[] };
      };
    const overrides = settingsOf(connection).modelConfigs!.customOverrides;
    expect(new Set(overrides.map(({ modelConfig }) => modelConfig.model))).toEqual(new Set(["m"]));
    const matches = overrides.map(({ match }) => match);
    expect(matches[0]).toEqual({ overrideScope: "core" });
    for (const model of ["gemini-3-flash-preview", "gemini-3-pro-preview", "flash-lite", "auto"])
      expect(matches).toContainEqual({ model });
    const { model: _, ...without } = connection;
    expect(settingsOf(without)).not.toHaveProperty("modelConfigs");
  });

  it("has no variable for a model, an engine or a run that is not named", () => {
    const { runId: _, engine: __, model: ___, ...least } = connection;
    expect(findConnection("claude")!.environment(least)).not.toHaveProperty("ANTHROPIC_MODEL");
    expect(findConnection("claude")!.environment(least)).not.toHaveProperty("ANTHROPIC_CUSTOM_HEADERS");
    expect(findConnection("claude")!.environment(least)["ANTHROPIC_BASE_URL"]).toBe("http://127.0.0.1:8088");
    expect(findConnection("gemini")!.environment(least)).not.toHaveProperty("GEMINI_MODEL");
    expect(findConnection("codex")!.arguments!(least)).toHaveLength(10);
  });

  it("loses the variables that would lead past the gateway", () => {
    expect(Object.fromEntries(agentConnections.map((tool) => [tool.name, tool.removed]))).toEqual({
      claude: [
        "ANTHROPIC_API_KEY",
        "CLAUDE_CODE_OAUTH_TOKEN",
        "CLAUDE_CODE_USE_BEDROCK",
        "CLAUDE_CODE_USE_VERTEX",
        "CLAUDE_CODE_USE_FOUNDRY",
      ],
      codex: [],
      gemini: ["GOOGLE_API_KEY", "GOOGLE_GENAI_USE_VERTEXAI", "GOOGLE_GENAI_USE_GCA"],
      opencode: [],
      copilot: [
        "COPILOT_PROVIDER_TYPE",
        "COPILOT_PROVIDER_BEARER_TOKEN",
        "COPILOT_PROVIDER_API_KEY_COMMAND",
        "COPILOT_PROVIDER_MODEL_ID",
        "COPILOT_PROVIDER_TRANSPORT",
        "COPILOT_AGENT_MODEL",
      ],
      kimi: ["KIMI_SECONDARY_MODEL"],
      sdk: ["ANTHROPIC_AUTH_TOKEN", "GOOGLE_API_KEY", "GOOGLE_GENAI_USE_VERTEXAI"],
    });
  });
});
