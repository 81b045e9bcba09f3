import type { Block, CacheHint, Conversation, Message, Tool } from "../../../contract/index.ts";
import { setMember } from "../../../lib/index.ts";
import type { Cursor } from "../../members/cursor.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { spell, spellingValue } from "../../members/spelling.ts";
import type { Origins } from "../../origins.ts";
import type { ChatProfile } from "../profile.ts";

/** The member in which clients of relays, such as OpenRouter and LiteLLM, mark what Anthropic caches. */
export const CACHE_CONTROL = "cache_control";

/** Where a mark stands that counts for a block, a tool or the request. */
type Place = "part" | "function" | "message" | "request";

/** Reads Anthropic's cache mark of a part, message, tool or request; any other form of it is left unread. */
function takeCacheControl(cursor: Cursor, origins: Origins): CacheHint | undefined {
  const value = cursor.peek(CACHE_CONTROL);
  if (!isMembers(value) || value["type"] !== "ephemeral") return undefined;
  const { type: _, ttl, scope, ...more } = value;
  if (Object.keys(more).length > 0 || !isTextOrAbsent(ttl) || !isTextOrAbsent(scope)) return undefined;
  cursor.take(CACHE_CONTROL);
  const hint = { ...(ttl === undefined ? {} : { ttl }), ...(scope === undefined ? {} : { scope }) };
  return origins.mark(hint, cursor.at(CACHE_CONTROL));
}

function isTextOrAbsent(value: unknown): value is string | undefined {
  return value === undefined || typeof value === "string";
}

/** The mark as Anthropic has it. */
export function cacheControl(cache: CacheHint): Members {
  return { type: "ephemeral", ...cache };
}

/** Marks a block or tool for Anthropic's cache, and remembers where the mark stands. */
export function markCached<Node extends Block | Tool>(
  node: Node,
  cursor: Cursor,
  profile: ChatProfile,
  origins: Origins,
  place: Place = "part",
): Node {
  const cache = takeCacheControl(cursor, origins);
  if (cache === undefined) return node;
  node.cache = cache;
  return spell(node, profile.id, spelling(place));
}

/** Marks the last block of a message that is marked itself: the prompt is cached up to there. */
export function markLastBlock(
  message: Message,
  cursor: Cursor,
  profile: ChatProfile,
  origins: Origins,
): void {
  const last = message.content.at(-1);
  if (last === undefined || last.cache !== undefined || !CACHED.has(last.type)) return;
  const cache = takeCacheControl(cursor, origins);
  if (cache === undefined) return;
  last.cache = cache;
  spell(last, profile.id, spelling("message"));
}

const CACHED: ReadonlySet<Block["type"]> = new Set([
  "text",
  "image",
  "document",
  "tool_use",
  "tool_result",
  "refusal",
]);

/** Whether a block or tool carries a mark in this form, which is no breakpoint of OpenAI's. */
export function hasCacheControl(node: Block | Tool, profile: ChatProfile): boolean {
  return node.cache !== undefined && placeOf(node, profile) !== undefined;
}

/** Adds the mark that stands on a part or on a tool. */
export function putCacheControl(written: Members, node: Block | Tool, profile: ChatProfile): void {
  if (node.cache === undefined) return;
  const place = placeOf(node, profile);
  if (place === "part") written[CACHE_CONTROL] = cacheControl(node.cache);
  else if (place === "function" && isMembers(written["function"]))
    setMember(written["function"], CACHE_CONTROL, cacheControl(node.cache));
}

/** Adds the mark that stands on a message. */
export function putMessageCache(written: Members, content: readonly Block[], profile: ChatProfile): void {
  const last = content.at(-1);
  if (last?.cache !== undefined && placeOf(last, profile) === "message")
    written[CACHE_CONTROL] = cacheControl(last.cache);
}

/** Reads a mark that stands on the request, so that the vendor marks the prompt by itself. */
export function markRequest(
  conversation: Conversation,
  cursor: Cursor,
  profile: ChatProfile,
  origins: Origins,
): void {
  const automatic = takeCacheControl(cursor, origins);
  if (automatic === undefined) return;
  conversation.cache = { ...conversation.cache, automatic };
  spell(conversation, profile.id, spelling("request"));
}

/** Adds the mark that stands on the request of a caller of this dialect. */
export function putRequestCache(written: Members, conversation: Conversation, profile: ChatProfile): void {
  const automatic = conversation.cache?.automatic;
  if (automatic !== undefined && placeOf(conversation, profile) === "request")
    written[CACHE_CONTROL] = cacheControl(automatic);
}

function spelling(place: Place): string {
  return `${CACHE_CONTROL}=${place}`;
}

function placeOf(node: Block | Tool | Conversation, { id }: ChatProfile): string | undefined {
  return spellingValue(node, id, CACHE_CONTROL);
}
