import { readClaudeName } from "./claude-name.ts";
import { readGeminiName } from "./gemini-name.ts";
import { readGptName } from "./gpt-name.ts";
import { readKimiName } from "./kimi-name.ts";
import { type ModelName, unknownName } from "./model-name.ts";

// What relays put before a name: `models/`, `anthropic/`, `publishers/google/models/`, `us.anthropic.`, `~anthropic/`.
const before = /^(?:.*\/)?(?:(?:[a-z]{2,6}\.)?(?:anthropic|openai|google|moonshot|moonshotai)\.)?/;
// What they put after it: `@20251101`, `:free`, `-v1:0`, `[1m]`.
const after = /(?:-v\d+)?(?:[@:[].*)?$/;

/** Takes a model's name apart, whoever relays it. */
export function readName(model: string): ModelName {
  const name = model.toLowerCase().trim().replace(before, "").replace(after, "");
  return (
    readClaudeName(name) ?? readGptName(name) ?? readGeminiName(name) ?? readKimiName(name) ?? unknownName
  );
}
