import { expect, it } from "vitest";
import { modelVariables } from "./model-variables.ts";

it("give one model to every slot, under its exact name", () => {
  const {
    CLAUDE_CODE_DISABLE_LEGACY_MODEL_REMAP: exact,
    CLAUDE_CODE_DISABLE_REFUSAL_FALLBACK: only,
    ...slots
  } = modelVariables("m");
  expect([exact, only]).toEqual(["1", "1"]);
  expect(new Set(Object.values(slots))).toEqual(new Set(["m"]));
  expect(Object.keys(slots)).toEqual([
    "ANTHROPIC_MODEL",
    "ANTHROPIC_SMALL_FAST_MODEL",
    "ANTHROPIC_DEFAULT_OPUS_MODEL",
    "ANTHROPIC_DEFAULT_SONNET_MODEL",
    "ANTHROPIC_DEFAULT_HAIKU_MODEL",
    "ANTHROPIC_DEFAULT_FABLE_MODEL",
    "CLAUDE_CODE_SUBAGENT_MODEL",
    "CLAUDE_CODE_AUTO_MODE_MODEL",
    "CLAUDE_CODE_BG_CLASSIFIER_MODEL",
  ]);
});

it("are none if Claude Code chooses itself", () => {
  expect(modelVariables(undefined)).toEqual({});
});
