import { textOfJson } from "../../lib/index.ts";
import type { RequestHint } from "../endpoints/transport.ts";
import { isMembers, type Members } from "../members/members.ts";

import type { ChatProfile } from "./profile.ts";

// Members that the other wire formats with a list of messages do not have.
const ownMembers = [
  "max_completion_tokens",
  "stream_options",
  "response_format",
  "frequency_penalty",
  "presence_penalty",
  "logit_bias",
  "logprobs",
  "n",
  "parallel_tool_calls",
  "reasoning_effort",
  "functions",
];

const roles = new Set(["system", "developer", "tool", "function"]);
const parts = new Set(["image_url", "input_audio", "file", "refusal", "video_url"]);
const foreign = new Set(["tool_use", "tool_result", "thinking", "redacted_thinking", "image", "document"]);

/** How likely a body is of this dialect. */
export function detect(body: Members, hint: RequestHint, profile: ChatProfile): number {
  const common = commonScore(body, hint);
  if (common === 0) return 0;
  const { base, headers, body: inBody } = profile.signals;
  const lines = Object.entries(hint.headers ?? {}).map(
    ([name, value]) => `${name.toLowerCase()}: ${value ?? ""}`,
  );
  const isNamed = headers.some((pattern) => lines.some((header) => pattern.test(header)));
  const own = (isNamed ? 0.3 : 0) + (inBody(body, hint) ? 0.15 : 0);
  return Math.min(1, Math.max(0, common * 0.6 + base + own));
}

function commonScore(body: Members, hint: RequestHint): number {
  const { messages } = body;
  const isPath = /\/chat\/completions\/?$/.test(hint.path ?? "");
  if (!Array.isArray(messages)) return 0;
  if (hint.path !== undefined && /\/messages\/?$/.test(hint.path)) return 0;
  if (hint.headers?.["anthropic-version"] !== undefined) return 0;
  let score = isPath ? 0.9 : 0.4;
  if (ownMembers.some((name) => body[name] !== undefined)) score += 0.3;
  if (Array.isArray(body["tools"])) score += hasFunctionTool(body["tools"]) ? 0.3 : -0.3;
  if (typeof body["system"] === "string" || Array.isArray(body["system"])) score -= 0.4;
  for (const message of messages as unknown[]) {
    if (!isMembers(message)) continue;
    if (roles.has(textOfJson(message["role"])) || message["tool_calls"] !== undefined) score += 0.3;
    if (Array.isArray(message["content"])) score += partScore(message["content"]);
  }
  return Math.min(1, Math.max(0, score));
}

function hasFunctionTool(tools: readonly unknown[]): boolean {
  return tools.some((tool) => isMembers(tool) && (isMembers(tool["function"]) || isMembers(tool["custom"])));
}

function partScore(content: readonly unknown[]): number {
  let score = 0;
  for (const part of content) {
    if (!isMembers(part)) continue;
    if (parts.has(textOfJson(part["type"]))) score += 0.3;
    if (foreign.has(textOfJson(part["type"]))) score -= 0.5;
  }
  return score;
}
