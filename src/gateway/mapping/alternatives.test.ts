import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { findDialect, memoryCustody } from "../../dialects/index.ts";
import { fakeEngine } from "../fixtures/engines.ts";
import { withAlternatives } from "./alternatives.ts";
import { type TranslationQuestion, translateCall } from "./translation.ts";

const body = {
  model: "m",
  input: "hi",
  tools: [{ type: "code_interpreter", container: { type: "auto" } }],
};
const question: TranslationQuestion = {
  dialect: findDialect("codex"),
  engine: fakeEngine("first", "openai"),
  body,
  headers: [],
  mode: "best_effort",
  operation: "generate",
  pathModel: undefined,
  pathStream: undefined,
  targetModel: undefined,
  custody: memoryCustody(),
};

function refused(): AbpError {
  try {
    translateCall(question);
  } catch (error) {
    return error as AbpError;
  }
  throw new Error("the call was not refused");
}

const others = [
  fakeEngine("same", "codex"),
  fakeEngine("chat", "openai"),
  fakeEngine("picky", "codex", { isSimulated: false, models: ["other"], defaultModel: "other" }),
  fakeEngine("without", "codex", { isSimulated: false, models: ["other-*"] }),
];

describe("a call whose tool an engine cannot take", () => {
  it("is refused with the engines that would take it, in the details and in the advice", () => {
    const error = withAlternatives(refused(), { question, bytes: 100, model: "m", others }) as AbpError;
    expect(error).toMatchObject({
      code: "mapping_unmappable_tool",
      where: "$.tools[0]",
      details: { available_alternatives: ["same", "picky/other"] },
      advice:
        "These engines take it: same, picky/other. Name one with the header X-ABP-Engine, or in a route.",
    });
  });

  it("is refused as before if no engine takes it, or it is large", () => {
    const error = refused();
    expect(withAlternatives(error, { question, bytes: 100, model: "m", others: [others[1]!] })).toBe(error);
    expect(withAlternatives(error, { question, bytes: 1e6, model: "m", others })).toBe(error);
    expect(error.advice).toBe("Leave the tool out, or choose an engine whose API has it.");
  });
});

it("an unmet need of the model names the engines that meet it", () => {
  const error = new AbpError("capability_unsupported", "m lacks audio", { details: { missing: [] } });
  const plain = { ...question, body: { model: "m", input: "hi" } };
  expect(withAlternatives(error, { question: plain, bytes: 1, model: "m", others })).toMatchObject({
    details: { missing: [], suggestions: ["same", "chat", "picky/other"] },
  });
});

it("other errors stay as they are", () => {
  const error = new AbpError("internal", "x");
  expect(withAlternatives(error, { question, bytes: 1, model: "m", others })).toBe(error);
});
