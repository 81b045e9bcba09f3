import { describe, expect, it } from "vitest";
import { agents } from "../registry.ts";
import { configuredModels } from "./configured-models.ts";

const find = (name: string) => agents.find((one) => one.name === name)!.connection;
const models = (agent: string, env: Record<string, string>, args: readonly string[] = [], model?: string) =>
  configuredModels(find(agent), { env, args }, model);

const CLAUDE = {
  ANTHROPIC_MODEL: "a",
  ANTHROPIC_SMALL_FAST_MODEL: "b",
  ANTHROPIC_DEFAULT_OPUS_MODEL: "c",
  ANTHROPIC_DEFAULT_SONNET_MODEL: "d",
  ANTHROPIC_DEFAULT_HAIKU_MODEL: "e",
  ANTHROPIC_DEFAULT_FABLE_MODEL: "f",
  CLAUDE_CODE_SUBAGENT_MODEL: "g",
};

describe("the models that the configuration of a backend names", () => {
  it.each<[string, Record<string, string>, string[], string[]]>([
    ["claude", { ...CLAUDE, OPENAI_MODEL: "x" }, ["--model", "x"], ["a", "b", "c", "d", "e", "f", "g"]],
    ["codex", { OPENAI_MODEL: "x" }, ["-c", 'model="x"'], []],
    ["gemini", { GEMINI_MODEL: "a" }, ["-m", "b"], ["a", "b"]],
    ["copilot", { COPILOT_MODEL: "x", COPILOT_PROVIDER_WIRE_MODEL: "x" }, ["--model=a"], ["a"]],
    ["kimi", { KIMI_MODEL_NAME: "x", KIMI_SECONDARY_MODEL: "x" }, ["--model", "p/a"], ["p/a", "a"]],
    ["opencode", { OPENAI_MODEL: "x" }, ["-m", "p/q/a"], ["p/q/a", "q/a"]],
    ["engine", { ABP_MODEL: "x" }, ["--model", "x"], []],
    ["acp", { OPENAI_MODEL: "a", ANTHROPIC_MODEL: "b" }, ["--model", "p/c"], ["a", "b", "p/c", "c"]],
    ["jsonl", { GEMINI_MODEL: " a ", OPENAI_MODEL: " " }, ["-c", 'model="b"', "-md"], ["a", "d", "b"]],
  ])("are those that reach the agent: %s", (agent, env, args, expected) => {
    expect(models(agent, env, args).sort()).toEqual(expected.toSorted());
  });

  it("are not in variables that a named model replaces, but in those that stay, and in arguments", () => {
    expect(models("claude", CLAUDE, [], "m")).toEqual([]);
    expect(models("gemini", { GEMINI_MODEL: "a" }, ["--model", "b"], "m")).toEqual(["b"]);
    expect(models("acp", { OPENAI_MODEL: "a" }, [], "m")).toEqual(["a"]);
  });

  it.each<[string[], string[]]>([
    [["-m", "{model}", "--model={model}"], []],
    [["--model"], []],
    [["--models", "x", "--model-list=x"], []],
    [
      ["-c", "model = 'a'", "--config=review_model=b"],
      ["a", "b"],
    ],
    [["-c", "model_provider=x", "-c", "other"], []],
    [
      ["--model", "a", "--model=b"],
      ["a", "b"],
    ],
  ])("are read as a program reads %j", (args, expected) => {
    expect(models("jsonl", {}, args)).toEqual(expected);
  });
});
