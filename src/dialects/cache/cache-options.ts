import type { Conversation } from "../../contract/index.ts";
import type { WriterNote } from "../codec/writer-note.ts";
import type { Cursor } from "../members/cursor.ts";
import { isMembers, type Members } from "../members/members.ts";

type CacheOptions = NonNullable<NonNullable<Conversation["cache"]>["options"]>;

/** The name of OpenAI's settings of the prompt cache, in each of its APIs. */
const OPTIONS = "prompt_cache_options";

/** Reads OpenAI's settings of the prompt cache; any other form of them is left unread. */
export function takeCacheOptions(cursor: Cursor): CacheOptions | undefined {
  const value = cursor.peek(OPTIONS);
  if (!isMembers(value)) return undefined;
  const { mode, ttl, ...more } = value;
  if (Object.keys(more).length > 0 || !isTextOrAbsent(mode) || !isTextOrAbsent(ttl)) return undefined;
  cursor.take(OPTIONS);
  return { ...(mode === undefined ? {} : { mode }), ...(ttl === undefined ? {} : { ttl }) };
}

function isTextOrAbsent(value: unknown): value is string | undefined {
  return value === undefined || typeof value === "string";
}

/** Adds them to a body, with a lifetime only if it is one of those that the API takes. */
export function putCacheOptions(
  body: Members,
  { cache }: Conversation,
  lifetimes: Iterable<string>,
  note: (note: WriterNote) => void,
): void {
  if (cache?.options === undefined) return;
  const { ttl, ...rest } = cache.options;
  const known = [...lifetimes];
  if (ttl === undefined || known.includes(ttl)) {
    body[OPTIONS] = { ...cache.options };
    return;
  }
  const reason = `the lifetime ${ttl} is not one of ${known.join(", ")}; the API's default is used`;
  note({ node: undefined, at: `$.${OPTIONS}`, disposition: "disclosed", reason, feature: "cache.options" });
  if (Object.keys(rest).length > 0) body[OPTIONS] = rest;
}
