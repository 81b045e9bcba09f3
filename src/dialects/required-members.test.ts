import { describe, expect, it } from "vitest";
import { findDialect } from "./registry/lookup.ts";
import { checkRequired } from "./required-members.ts";

const generate = { model: undefined, operation: "generate" } as const;

function faultOf(dialect: string, body: object, context: Parameters<typeof checkRequired>[2] = generate) {
  try {
    checkRequired(findDialect(dialect).required!, body as Record<string, unknown>, context);
    return undefined;
  } catch (error) {
    return error;
  }
}

const messages = [{ role: "user", content: "hi" }];
const whole: Record<string, object> = {
  claude: { model: "m", max_tokens: 1, messages },
  openai: { model: "m", messages },
  kimi: { model: "m", messages },
  copilot: { model: "m", messages },
  codex: { model: "m", input: "hi" },
  gemini: { model: "m", contents: [{ parts: [{ text: "hi" }] }] },
};
const turnsOf: Record<string, string> = { claude: "messages", codex: "input", gemini: "contents" };
const fault = (path: string) => expect.objectContaining({ code: "contract_schema_violation", where: path });

describe("what every request must say", () => {
  it.each(Object.keys(whole))("is said in a whole request of %s", (dialect) => {
    expect(faultOf(dialect, whole[dialect]!)).toBeUndefined();
  });

  it.each(Object.keys(whole))(
    "in %s is a model, unless the path or the configuration names it",
    (dialect) => {
      const nameless = { ...whole[dialect]!, model: undefined };
      expect(faultOf(dialect, nameless)).toEqual(fault("$.model"));
      expect(faultOf(dialect, { ...nameless, model: "" })).toEqual(fault("$.model"));
      expect(faultOf(dialect, nameless, { ...generate, model: "m" })).toBeUndefined();
    },
  );

  it.each(Object.keys(whole))("in %s is at least one turn", (dialect) => {
    const turns = turnsOf[dialect] ?? "messages";
    expect(faultOf(dialect, { ...whole[dialect]!, [turns]: [] })).toEqual(fault(`$.${turns}`));
  });

  it("in a response is an input, unless a prompt that the vendor keeps stands for it", () => {
    expect(faultOf("codex", { model: "m", input: "" })).toEqual(fault("$.input"));
    expect(faultOf("codex", { model: "m" })).toEqual(fault("$.input"));
    expect(faultOf("codex", { model: "m", prompt: { id: "p" } })).toBeUndefined();
  });

  it.each([
    ["claude", { max_tokens: -1 }, "$.max_tokens"],
    ["openai", { max_tokens: -1 }, "$.max_tokens"],
    ["openai", { max_completion_tokens: -0.5 }, "$.max_completion_tokens"],
    ["kimi", { max_completion_tokens: -7 }, "$.max_completion_tokens"],
    ["codex", { max_output_tokens: -16 }, "$.max_output_tokens"],
    ["gemini", { generationConfig: { maxOutputTokens: -1 } }, "$.generationConfig.maxOutputTokens"],
    ["gemini", { generation_config: { max_output_tokens: -1 } }, "$.generation_config.max_output_tokens"],
  ])("in %s is no negative limit: %j", (dialect, more, path) => {
    expect(faultOf(dialect, { ...whole[dialect]!, ...more })).toEqual(fault(path));
    const text = JSON.stringify(more).replace(/-[\d.]+/, "1");
    expect(faultOf(dialect, { ...whole[dialect]!, ...(JSON.parse(text) as object) })).toBeUndefined();
  });

  it("in a message is a limit, and not if tokens are counted", () => {
    expect(faultOf("claude", { model: "m", messages })).toEqual(fault("$.max_tokens"));
    expect(faultOf("claude", { model: "m", messages, max_tokens: null })).toEqual(fault("$.max_tokens"));
    const counting = { model: undefined, operation: "count_tokens" } as const;
    expect(faultOf("claude", { model: "m", messages }, counting)).toBeUndefined();
  });
});
