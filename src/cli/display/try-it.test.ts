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

  it("are none if no model is known", () => {
    expect(commandsOf(undefined, engine("mine", "openai", { models: ["x-*"] }))).toEqual([]);
  });
});
