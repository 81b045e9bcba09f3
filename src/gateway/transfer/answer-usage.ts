import type { TokenUsage } from "../../contract/index.ts";
import { isMembers, type Members } from "../../dialects/index.ts";

/** What a vendor counted for a call, and as it wrote it. */
export interface AnswerUsage {
  readonly usage: TokenUsage;
  readonly raw: Members;
}

/** The members of answers that hold the count. */
const USAGE_MEMBERS = ["usage", "usageMetadata"];
const INPUT = ["prompt_tokens", "input_tokens", "promptTokenCount"];
const OUTPUT = ["completion_tokens", "output_tokens", "responseTokenCount", "candidatesTokenCount"];

/** Reads the count of an answer that is not text generation: embeddings, images, audio. Undefined if it has none. */
export function readAnswerUsage(answer: unknown): AnswerUsage | undefined {
  if (!isMembers(answer)) return undefined;
  for (const name of USAGE_MEMBERS) {
    const raw = answer[name];
    if (!isMembers(raw)) continue;
    const input = countOf(raw, INPUT);
    const output = countOf(raw, OUTPUT);
    if (input === undefined && output === undefined) continue;
    return {
      usage: { ...(input === undefined ? {} : { input }), ...(output === undefined ? {} : { output }) },
      raw,
    };
  }
  return undefined;
}

/** Reads the count out of the end of an answer that is too long to be parsed. Vendors write it after the data. */
export function readUsageAtEnd(tail: string): AnswerUsage | undefined {
  for (const name of USAGE_MEMBERS) {
    const at = tail.lastIndexOf(`"${name}"`);
    const start = at === -1 ? -1 : tail.indexOf("{", at);
    const end = start === -1 ? -1 : objectEnd(tail, start);
    if (end === -1) continue;
    try {
      const found = readAnswerUsage({ [name]: JSON.parse(tail.slice(start, end)) });
      if (found !== undefined) return found;
    } catch (error) {
      // A text that only looks like a count says nothing of the call.
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return undefined;
}

// Counts hold no texts with brackets.
function objectEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === "{") depth += 1;
    else if (text[at] === "}" && --depth === 0) return at + 1;
  }
  return -1;
}

function countOf(raw: Members, names: readonly string[]): number | undefined {
  for (const name of names) {
    const value = raw[name];
    if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  }
  return undefined;
}
