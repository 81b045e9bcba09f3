import type { RequestHint } from "../endpoints/transport.ts";
import { isMembers, type Members } from "../members/members.ts";

/** How likely a body is a request of the Responses API. */
export function detect(body: Members, hint: RequestHint): number {
  const path = hint.path?.split("?")[0] ?? "";
  if (/\/responses(\/input_tokens|\/compact)?$/.test(path)) return 1;
  if ("messages" in body || "contents" in body) return 0;
  const { input } = body;
  let score = 0;
  if (typeof input === "string")
    score = 0.4; // Embeddings and speech have such an input too.
  else if (Array.isArray(input)) score = input.length > 0 && input.every(looksLikeItem) ? 0.9 : 0.2;
  else if (isMembers(body["prompt"]) || typeof body["previous_response_id"] === "string") score = 0.7;
  if (score > 0 && OWN.some((member) => member in body)) score = Math.max(score, 0.9);
  return score;
}

const OWN = [
  "instructions",
  "max_output_tokens",
  "previous_response_id",
  "reasoning",
  "text",
  "include",
  "truncation",
  "parallel_tool_calls",
];

function looksLikeItem(item: unknown): boolean {
  return isMembers(item) && (typeof item["type"] === "string" || typeof item["role"] === "string");
}
