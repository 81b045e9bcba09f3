import type { VendorMembers } from "../../contract/index.ts";
import { Cursor, isMembers, type Members } from "../members/cursor.ts";

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
    ...["parametersJsonSchema", "functionCallingConfig", "allowedFunctionNames", "thinkingConfig"],
    ...["thinkingBudget", "thinkingLevel", "includeThoughts", "topP", "topK", "candidateCount"],
    ...["maxOutputTokens", "stopSequences", "presencePenalty", "frequencyPenalty", "responseLogprobs"],
    ...["responseMimeType", "responseSchema", "responseJsonSchema", "responseModalities"],
  ].map((name) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), name]),
);

/**
 * Reads one protocol object, whichever way its members are spelled: proto3 JSON takes `file_uri` for `fileUri`
 * (protobuf.dev, "ProtoJSON Format"). The camelCase names are the normal form, and what we write.
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

/** The members of an object that nobody read, nulls left out: they mean the same as absence. */
export function leftovers(cursor: Cursor): Members | undefined {
  const left = cursor.rest(ID)?.vendor[ID];
  if (left === undefined) return undefined;
  const entries = Object.entries(left).filter(([, value]) => value !== null);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Leftovers as the vendor members of a node, to be spread into it. */
export function vendorOf(left: Members | undefined): { vendor: VendorMembers } | undefined {
  return left === undefined ? undefined : { vendor: { [ID]: left } };
}

/** Collects the leftovers of wrapper objects that have no node of their own, under the wrapper's name. */
export function nest(
  left: Members | undefined,
  name: string,
  inner: Members | undefined,
): Members | undefined {
  return inner === undefined ? left : { ...left, [name]: inner };
}

/** The members that a node carries for this dialect alone. */
export function ownMembers(node: { vendor?: VendorMembers | undefined }): Members {
  return node.vendor?.[ID] ?? {};
}

/** Puts leftovers back where they stood, without touching what was written; wrappers are filled from inside. */
export function mergeBack(target: Members, left: Members): Members {
  for (const [name, value] of Object.entries(left)) {
    const written = Object.hasOwn(target, name) ? target[name] : undefined;
    if (written === undefined)
      Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
    else if (isMembers(written) && isMembers(value)) mergeBack(written, value);
  }
  return target;
}
