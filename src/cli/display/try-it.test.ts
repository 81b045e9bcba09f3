import { describe, expect, it } from "vitest";
import { dialects, findDialect } from "../../dialects/index.ts";
import { type TriedEngine, tryItLines } from "./try-it.ts";

const engine = (name: string, dialect: string, more: Partial<TriedEngine> = {}): TriedEngine => ({
  ...{
    name,
    dialect: findDialect(dialect),
    isSimulated: false,
    defaultModel: undefined,
    models: [],
    ...more,
  },
});
const commandsOf = (preset: string | undefined, ...engines: TriedEngine[]) =>
  tryItLines("http://h", { engines, preset }).map(({ command }) => command);

describe("the requests to try", () => {
  it("ask simulated engines for any model, one for each dialect", () => {
    const sim = { isSimulated: true };
    const commands = commandsOf("sim", engine("sim", "openai", sim), engine("sim-claude", "claude", sim));
    expect(commands).toHaveLength(dialects.length);
    for (const command of commands) {
      expect(command).toContain("sim-model");
      expect(command).not.toContain("x-abp-engine");
    }
  });

  it("ask a real engine for a model that it has", () => {
    const only = engine("anthropic", "claude", { defaultModel: "claude-m", models: ["claude-*"] });
    for (const command of commandsOf(undefined, only)) {
      expect(command).toContain("claude-m");
      expect(command).not.toContain("sim-model");
    }
    const listed = engine("local", "openai", { models: ["qwen-*", "qwen-3"] });
    expect(commandsOf(undefined, listed)[0]).toContain("qwen-3");
  });

  it("go to the default engine, else to the one of the dialect, and name it", () => {
    const one = engine("one", "claude", { defaultModel: "m1" });
    const two = engine("two", "gemini", { defaultModel: "m2" });
    expect(commandsOf("two", one, two).every((command) => command.includes("m2"))).toBe(true);
    const each = commandsOf(undefined, one, two);
    const of = (id: string) => each[dialects.findIndex((dialect) => dialect.id === id)]!;
    expect([of("claude"), of("gemini"), of("openai")]).toEqual([
      expect.stringMatching(/x-abp-engine: one.*m1/),
      expect.stringMatching(/m2.*x-abp-engine: two/),
      expect.stringMatching(/x-abp-engine: one.*m1/),
    ]);
  });

  it("are commands with the address, the key, the body and the title of each dialect", () => {
    const one = engine("one", "claude", { defaultModel: "m1" });
    const lines = tryItLines("http://h", { engines: [one, engine("two", "gemini")], preset: undefined });
    expect(lines.map(({ title, command }) => `${title}: ${command}`)).toMatchInlineSnapshot(`
      [
        "Anthropic Messages: curl -s http://h/claude/v1/messages -H "x-api-key: $BACKPLANE_KEY" -H "content-type: application/json" -H "x-abp-engine: one" -d '{"model":"m1","messages":[{"role":"user","content":"Say hello"}],"max_tokens":1024}'",
        "OpenAI Chat Completions: curl -s http://h/openai/v1/chat/completions -H "authorization: Bearer $BACKPLANE_KEY" -H "content-type: application/json" -H "x-abp-engine: one" -d '{"model":"m1","messages":[{"role":"user","content":"Say hello"}],"max_completion_tokens":1024}'",
        "OpenAI Responses: curl -s http://h/codex/v1/responses -H "authorization: Bearer $BACKPLANE_KEY" -H "content-type: application/json" -H "x-abp-engine: one" -d '{"model":"m1","input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"Say hello"}]}],"max_output_tokens":1024}'",
        "Gemini generateContent: curl -s http://h/gemini/v1beta/models/m1:generateContent -H "x-goog-api-key: $BACKPLANE_KEY" -H "content-type: application/json" -H "x-abp-engine: one" -d '{"contents":[{"role":"user","parts":[{"text":"Say hello"}]}],"generationConfig":{"maxOutputTokens":1024}}'",
        "Moonshot Chat Completions: curl -s http://h/kimi/v1/chat/completions -H "authorization: Bearer $BACKPLANE_KEY" -H "content-type: application/json" -H "x-abp-engine: one" -d '{"model":"m1","messages":[{"role":"user","content":"Say hello"}],"max_completion_tokens":1024}'",
        "GitHub Copilot Chat: curl -s http://h/copilot/chat/completions -H "authorization: Bearer $BACKPLANE_KEY" -H "content-type: application/json" -H "x-abp-engine: one" -d '{"model":"m1","messages":[{"role":"user","content":"Say hello"}],"max_tokens":1024}'",
      ]
    `);
  });

  it("are none if no model is known", () => {
    expect(commandsOf(undefined, engine("mine", "openai", { models: ["x-*"] }))).toEqual([]);
  });
});
