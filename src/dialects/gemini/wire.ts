import { Cursor } from "../members/cursor.ts";
import { isMembers, type Members } from "../members/members.ts";

/** The dialect's name. */
export const ID = "gemini";

/** The members of a part that hold its data; at most one stands in a part. */
export const PART_KINDS = [
  "text",
  "inlineData",
  "fileData",
  "functionCall",
  "functionResponse",
  "executableCode",
  "codeExecutionResult",
  "toolCall",
  "toolResponse",
  "audioTranscription",
] as const;

/** The first part of the ids that we give to calls which came without one; they are never sent to Gemini. */
const MINTED = "gemini_call_";
const MINTED_ID = /^gemini_call_[0-9a-f]+$/;

/** An id for a call that came without one. */
export function mintedId(suffix: string | number): string {
  return `${MINTED}${suffix}`;
}

/** Whether an id was given by us, so that the wire never had it. */
export function isMintedId(id: string): boolean {
  return MINTED_ID.test(id);
}

// Members that the readers take, by their other spelling.
const SPELLINGS = new Map(
  [
    ...PART_KINDS,
    ...["systemInstruction", "toolConfig", "generationConfig", "serviceTier", "thoughtSignature", "mimeType"],
    ...[
      "generateContentRequest",
      "fileUri",
      "partialArgs",
      "willContinue",
      "jsonPath",
      "stringValue",
      "functionDeclarations",
    ],
    "outputDimensionality",
    ...["parametersJsonSchema", "functionCallingConfig", "allowedFunctionNames", "thinkingConfig"],
    ...["thinkingBudget", "thinkingLevel", "includeThoughts", "topP", "topK", "candidateCount"],
    ...["maxOutputTokens", "stopSequences", "presencePenalty", "frequencyPenalty", "responseLogprobs"],
    ...["responseMimeType", "responseSchema", "responseJsonSchema", "responseModalities"],
  ].map((name) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), name]),
);

/**
 * Reads one protocol object in either spelling of its members: proto3 JSON takes `file_uri` for `fileUri`
 * (protobuf.dev, "ProtoJSON Format"). The camelCase names are the normal form, which we write.
 */
export function open(value: unknown, path: string): Cursor {
  return new Cursor(isMembers(value) ? camelMembers(value) : value, path);
}

function camelMembers(value: Members): Members {
  let isSpelled = true;
  for (const name in value) {
    if (isOtherSpelling(name)) {
      isSpelled = false;
      break;
    }
  }
  if (isSpelled) return value;
  const camel: Members = {};
  for (const [name, member] of Object.entries(value)) {
    const other = SPELLINGS.get(name) ?? name;
    camel[Object.hasOwn(value, other) ? name : other] = member;
  }
  return camel;
}

function isOtherSpelling(name: string): boolean {
  return name.includes("_") && SPELLINGS.has(name);
}

// Models since Gemini 3, and the names without a version that stand for the newest one.
const MIXING_MODEL = /gemini-(?:(?:[3-9]|\d{2,})(?:\.\d+)?-|(?:pro|flash|flash-lite)-latest$)/;

/** Whether a model takes functions beside the tools that Google runs. */
export function takesMixedTools(model: string): boolean {
  return MIXING_MODEL.test(model);
}
