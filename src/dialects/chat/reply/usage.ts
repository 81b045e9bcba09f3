import type { TokenUsage } from "../../../contract/index.ts";
import { Cursor } from "../../members/cursor.ts";
import { isMembers, type Members, put } from "../../members/members.ts";
import { keepOwn, ownMembers, restoreOwn } from "../../members/own-members.ts";
import { spell, spellingOf } from "../../members/spelling.ts";
import type { ChatProfile } from "../profile.ts";

// Look-alikes put the count of cached tokens beside the prompt's count, under names of their own.
const cachedNames = ["cached_tokens", "prompt_cache_hit_tokens", "num_cached_tokens"];
const PROMPT = "prompt_tokens_details";
const OUTPUT = "completion_tokens_details";

/** The usage in Groq's own member. Its streams have no other unless the caller asked for usage. */
export function usageBeside(members: Members): unknown {
  const own = members["x_groq"];
  return isMembers(own) ? own["usage"] : undefined;
}

/** Reads usage. The prompt count includes cached tokens, and the output count includes reasoning tokens. */
export function readUsage(value: unknown, path: string, profile: ChatProfile): TokenUsage {
  const cursor = new Cursor(value, path);
  const usage: TokenUsage = {};
  put(usage, "input", cursor.number("prompt_tokens"));
  put(usage, "output", cursor.number("completion_tokens"));
  put(usage, "total", cursor.number("total_tokens"));
  const own: Members = {};
  const prompt = details(cursor, PROMPT);
  if (prompt !== undefined) {
    put(usage, "cacheRead", prompt.number("cached_tokens"));
    put(usage, "cacheWrite", prompt.number("cache_write_tokens"));
    put(usage, "inputAudio", prompt.number("audio_tokens"));
    keepDetails(own, PROMPT, prompt);
  }
  const output = details(cursor, OUTPUT);
  if (output !== undefined) {
    put(usage, "reasoning", output.number("reasoning_tokens"));
    put(usage, "outputAudio", output.number("audio_tokens"));
    keepDetails(own, OUTPUT, output);
  }
  readTop(cursor, usage, profile);
  Object.assign(own, cursor.unread());
  return Object.keys(own).length === 0 ? usage : keepOwn(usage, profile.id, own);
}

function readTop(cursor: Cursor, usage: TokenUsage, profile: ChatProfile): void {
  if (usage.cacheRead === undefined) {
    const name = cachedNames.find((one) => typeof cursor.peek(one) === "number");
    if (name !== undefined)
      spell(Object.assign(usage, { cacheRead: cursor.number(name)! }), profile.id, name);
  } else if (profile.usage.cachedAtTop && cursor.peek("cached_tokens") === usage.cacheRead)
    cursor.take("cached_tokens");
  if (usage.reasoning !== undefined || typeof cursor.peek("reasoning_tokens") !== "number") return;
  usage.reasoning = cursor.number("reasoning_tokens")!;
  if (!profile.usage.reasoningAtTop) spell(usage, profile.id, "reasoning_tokens");
}

function details(cursor: Cursor, name: string): Cursor | undefined {
  return isMembers(cursor.peek(name)) ? cursor.object(name) : undefined;
}

function keepDetails(own: Members, name: string, inner: Cursor): void {
  const rest = inner.unread();
  // An empty object is worth keeping: its absence would be another document.
  if (rest !== undefined || Object.keys(inner.value).length === 0) own[name] = rest ?? {};
}

/** Writes usage. An unknown total is the sum of input and output. */
export function writeUsage(usage: TokenUsage, profile: ChatProfile): Members {
  const input = usage.input ?? 0;
  const output = usage.output ?? 0;
  const written: Members = {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: usage.total ?? input + output,
  };
  const top = spellingOf(usage, profile.id, cachedNames);
  const prompt: Members = {};
  if (top !== undefined) put(written, top, usage.cacheRead);
  else {
    put(prompt, "cached_tokens", usage.cacheRead);
    if (profile.usage.cachedAtTop) put(written, "cached_tokens", usage.cacheRead);
  }
  put(prompt, "cache_write_tokens", usage.cacheWrite);
  put(prompt, "audio_tokens", usage.inputAudio);
  const made: Members = {};
  const isTop =
    profile.usage.reasoningAtTop || spellingOf(usage, profile.id, ["reasoning_tokens"]) !== undefined;
  put(isTop ? written : made, "reasoning_tokens", usage.reasoning);
  put(made, "audio_tokens", usage.outputAudio);
  if (Object.keys(prompt).length > 0) written[PROMPT] = prompt;
  if (Object.keys(made).length > 0) written[OUTPUT] = made;
  return restoreOwn(written, ownMembers(usage, profile.id));
}
