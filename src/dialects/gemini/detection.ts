import type { RequestHint } from "../endpoints/transport.ts";
import { isMembers, type Members } from "../members/members.ts";

const PATH = /\/models\/[^/]+:(?:streamGenerateContent|generateContent|countTokens)(?:[/?]|$)/;
const MEMBERS = ["generationConfig", "systemInstruction", "safetySettings", "toolConfig", "cachedContent"];

/** How likely a body is a `GenerateContentRequest`. */
export function detect(body: Members, hint: RequestHint): number {
  if (hint.path !== undefined && PATH.test(hint.path)) return 1;
  const { contents } = body;
  const isSure =
    Array.isArray(contents) &&
    contents.some((one) => isMembers(one) && ("parts" in one || one["role"] === "model"));
  if (isSure) return "messages" in body ? 0.5 : 0.95;
  if (contents !== undefined) return 0.6;
  const known = MEMBERS.filter((name) => name in body || snake(name) in body).length;
  if (known > 0) return Math.min(0.2 + 0.1 * known, 0.5);
  return hint.headers?.["x-goog-api-key"] === undefined ? 0 : 0.2;
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
