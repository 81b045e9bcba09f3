import { describe, expect, it } from "vitest";
import { compileGlob } from "../../lib/index.ts";
import { presets } from "./index.ts";

const findPreset = (name: string) => presets.find((preset) => preset.name === name)!;

describe("the presets", () => {
  // The documentation and users' configurations depend on each of these values.
  it.each([
    ["anthropic", "claude", "https://api.anthropic.com", "anthropic", ["ANTHROPIC_API_KEY"], ["claude-*"]],
    [
      "openai",
      "codex",
      "https://api.openai.com",
      "openai",
      ["OPENAI_API_KEY"],
      ["gpt-*", "chatgpt-*", "codex-*", "o[1-9]", "o[1-9]-*"],
    ],
    [
      "openai-chat",
      "openai",
      "https://api.openai.com",
      "openai",
      ["OPENAI_API_KEY"],
      ["gpt-*", "chatgpt-*", "codex-*", "o[1-9]", "o[1-9]-*"],
    ],
    [
      "google",
      "gemini",
      "https://generativelanguage.googleapis.com",
      "google",
      ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
      ["gemini-*", "gemma-*"],
    ],
    [
      "moonshot",
      "kimi",
      "https://api.moonshot.ai",
      "moonshotai",
      ["MOONSHOT_API_KEY"],
      ["kimi-*", "moonshot-*"],
    ],
    ["copilot", "copilot", "https://api.githubcopilot.com", "github", ["COPILOT_GITHUB_TOKEN"], []],
    ["openrouter", "openai", "https://openrouter.ai/api/v1", "openrouter", ["OPENROUTER_API_KEY"], ["*/*"]],
    ["azure", "openai", undefined, "azure", [], []],
    ["vertex", "claude", undefined, undefined, [], []],
    ["compatible", "openai", undefined, "compatible", [], []],
    ["sim", "openai", undefined, "sim", [], ["sim-*"]],
  ] as const)("%s has its dialect, address, vendor, variables and models", (name, ...expected) => {
    const { dialect, baseUrl, provider, keyVariables, models } = findPreset(name);
    expect([dialect, baseUrl, provider, keyVariables, models]).toEqual(expected);
  });

  it("have a title for people", () => {
    expect(presets.map(({ title }) => title)).toEqual([
      "Anthropic, Messages",
      "OpenAI, Responses",
      "OpenAI, Chat Completions",
      "Google, generateContent",
      "Moonshot AI, Kimi",
      "GitHub Copilot",
      "OpenRouter",
      "Azure, OpenAI models",
      "Google Vertex AI, Claude and Gemini",
      "Any server that imitates Chat Completions",
      "The simulator, which answers by itself",
    ]);
  });

  it("name a current model of each vendor with one address, and none if each user has other models", () => {
    expect(presets.map(({ name, defaultModel }) => [name, defaultModel])).toEqual([
      ["anthropic", "claude-sonnet-5-5"],
      ["openai", "gpt-6.1-sol"],
      ["openai-chat", "gpt-6-sol"],
      ["google", "gemini-3.8-flash"],
      ["moonshot", "kimi-k3"],
      ["copilot", undefined],
      ["openrouter", undefined],
      ["azure", undefined],
      ["vertex", undefined],
      ["compatible", undefined],
      ["sim", undefined],
    ]);
    for (const { defaultModel, models } of presets)
      if (defaultModel !== undefined)
        expect(models.some((glob) => compileGlob(glob).matches(defaultModel))).toBe(true);
  });

  it("say what is special about calls of an endpoint", () => {
    const special = presets.flatMap((preset) => {
      const { name, title, dialect, baseUrl, provider, keyVariables, models, defaultModel, ...rest } = preset;
      const { keepsResponses, ...more } = rest;
      return Object.keys(more).length === 0 ? [] : [[name, more]];
    });
    expect(special).toEqual([
      ["openai", { servesSearch: true }],
      ["google", { takesPathsFor: "developer" }],
      ["azure", { needsCredential: true, keyHeader: "api-key" }],
      ["vertex", { needsCredential: true, takesBearer: true, cloud: "vertex" }],
    ]);
  });

  it("say that only OpenAI's Responses API keeps responses, also at Azure", () => {
    expect(presets.filter(({ keepsResponses }) => keepsResponses).map(({ name }) => name)).toEqual([
      "openai",
      "azure",
    ]);
  });

  it("match OpenAI's reasoning models and not others that begin with o", () => {
    const globs = findPreset("openai").models.map((glob) => compileGlob(glob));
    const matches = (model: string) => globs.some((glob) => glob.matches(model));
    expect(["o1", "o3-mini", "gpt-5", "codex-mini-latest"].every(matches)).toBe(true);
    expect(["o0", "other", "o1x"].some(matches)).toBe(false);
  });
});
