import { describe, expect, it } from "vitest";
import type { Conversation } from "../../contract/index.ts";
import type { WriterNote } from "../codec/writer-note.ts";
import { Cursor } from "../members/cursor.ts";
import type { Members } from "../members/members.ts";
import { conversation } from "../rules/fixtures/applying.ts";
import { putCacheOptions, takeCacheOptions } from "./cache-options.ts";

describe("settings of the prompt cache", () => {
  it.each([
    [{}, {}],
    [{ mode: "explicit" }, { mode: "explicit" }],
    [{ ttl: "30m" }, { ttl: "30m" }],
    [
      { mode: "explicit", ttl: "30m" },
      { mode: "explicit", ttl: "30m" },
    ],
  ])("%j are read", (value, options) => {
    const cursor = new Cursor({ prompt_cache_options: value }, "$");
    expect(takeCacheOptions(cursor)).toStrictEqual(options);
    expect(cursor.unread()).toBeUndefined();
  });

  it.each([
    [undefined],
    ["explicit"],
    [{ mode: 1 }],
    [{ ttl: 1 }],
    [{ mode: "explicit", ttl: 1 }],
    [{ mode: 1, ttl: "30m" }],
    [{ mode: null, ttl: null }],
    [{ mode: "explicit", size: 1 }],
  ])("%j are left unread", (value) => {
    const cursor = new Cursor({ prompt_cache_options: value }, "$");
    expect(takeCacheOptions(cursor)).toBeUndefined();
    expect(cursor.unread()).toStrictEqual({ prompt_cache_options: value });
  });

  type Options = NonNullable<NonNullable<Conversation["cache"]>["options"]>;
  const put = (options: Options | undefined) => {
    const body: Members = {};
    const notes: WriterNote[] = [];
    const cache = options === undefined ? {} : { cache: { options } };
    putCacheOptions(body, conversation(cache), ["5m", "30m"], (note) => notes.push(note));
    return { body, notes };
  };

  it.each<[Options | undefined, Members]>([
    [undefined, {}],
    [{}, { prompt_cache_options: {} }],
    [{ mode: "explicit" }, { prompt_cache_options: { mode: "explicit" } }],
    [{ ttl: "30m" }, { prompt_cache_options: { ttl: "30m" } }],
    [{ mode: "explicit", ttl: "5m" }, { prompt_cache_options: { mode: "explicit", ttl: "5m" } }],
  ])("%j are written", (options, body) => expect(put(options)).toStrictEqual({ body, notes: [] }));

  it.each<[Options, Members]>([
    [{ ttl: "1h" }, {}],
    [{ mode: "explicit", ttl: "1h" }, { prompt_cache_options: { mode: "explicit" } }],
  ])("%j are written without a lifetime that the API does not take", (options, body) => {
    const reason = "the lifetime 1h is not one of 5m, 30m; the API's default is used";
    const at = "$.prompt_cache_options";
    const note = { node: undefined, at, disposition: "disclosed", reason, feature: "cache.options" };
    expect(put(options)).toStrictEqual({ body, notes: [note] });
  });
});
