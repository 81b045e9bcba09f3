import { describe, expect, it } from "vitest";
import type { Block, CacheHint, Conversation, Message, Tool } from "../../../contract/index.ts";
import { Cursor } from "../../members/cursor.ts";
import type { Members } from "../../members/members.ts";
import { profile } from "../../openai/profile.ts";
import { Origins } from "../../origins.ts";
import { conversation } from "../../rules/fixtures/applying.ts";
import {
  cacheControl,
  hasCacheControl,
  markCached,
  markLastBlock,
  markRequest,
  putCacheControl,
  putMessageCache,
  putRequestCache,
} from "./cache-control.ts";

const mark = { type: "ephemeral", ttl: "1h" };
const text = (more: object = {}): Block => ({ type: "text", text: "x", ...more });
const at = (place: string, cache: CacheHint = { ttl: "1h" }) => ({
  cache,
  vendor: { [`openai:cache_control=${place}`]: {} },
});

describe("a mark of what is cached", () => {
  it.each<[unknown, CacheHint | undefined]>([
    [{ type: "ephemeral" }, {}],
    [mark, { ttl: "1h" }],
    [
      { ...mark, scope: "global" },
      { ttl: "1h", scope: "global" },
    ],
    [{ type: "other" }, undefined],
    [{ ...mark, more: 1 }, undefined],
    [{ type: "ephemeral", ttl: 5 }, undefined],
    [{ type: "ephemeral", scope: 5 }, undefined],
    ["ephemeral", undefined],
    [undefined, undefined],
  ])("is read from %j", (cache_control, cache) => {
    const origins = new Origins();
    const cursor = new Cursor(cache_control === undefined ? {} : { cache_control }, "$.tools[0]");
    const block = text();
    expect(markCached(block, cursor, profile, origins)).toBe(block);
    expect(block).toStrictEqual(cache === undefined ? text() : text(at("part", cache)));
    expect(origins.of(block.cache ?? {})).toBe(cache && "$.tools[0].cache_control");
    const left = cache === undefined && cache_control !== undefined ? { cache_control } : undefined;
    expect(cursor.unread()).toEqual(left);
  });

  it("of a function says where it stands", () => {
    const block = markCached(
      text(),
      new Cursor({ cache_control: mark }, "$"),
      profile,
      new Origins(),
      "function",
    );
    expect(block).toStrictEqual(text(at("function")));
  });

  it.each<[Block[], Block[]]>([
    [
      [text(), text()],
      [text(), text(at("message"))],
    ],
    [[text({ cache: {} })], [text({ cache: {} })]],
    [[], []],
    [[{ type: "thinking", text: "x" }], [{ type: "thinking", text: "x" }]],
    ...(["image", "document", "tool_use", "tool_result", "refusal"] as const).map(
      (type): [Block[], Block[]] => [[{ type } as Block], [{ type, ...at("message") } as unknown as Block]],
    ),
  ])("of a message is that of its last block: %j", (content, marked) => {
    const message: Message = { role: "user", content };
    const cursor = new Cursor({ cache_control: mark }, "$");
    markLastBlock(message, cursor, profile, new Origins());
    expect(message.content).toStrictEqual(marked);
    const isTaken = JSON.stringify(marked).includes("cache_control=message");
    expect(cursor.unread()).toEqual(isTaken ? undefined : { cache_control: mark });
  });

  it("of a message may be absent", () => {
    const message: Message = { role: "user", content: [text()] };
    markLastBlock(message, new Cursor({}, "$"), profile, new Origins());
    expect(message.content).toStrictEqual([text()]);
  });

  it("of a request is the automatic one", () => {
    const parts: Conversation = conversation({ cache: { key: "k" } as Conversation["cache"] & object });
    markRequest(parts, new Cursor({}, "$"), profile, new Origins());
    expect(parts).toStrictEqual(conversation({ cache: { key: "k" } as Conversation["cache"] & object }));
    markRequest(parts, new Cursor({ cache_control: mark }, "$"), profile, new Origins());
    expect(parts.cache).toStrictEqual({ key: "k", automatic: { ttl: "1h" } });
    const written: Members = {};
    putRequestCache(written, parts, profile);
    expect(written).toStrictEqual({ cache_control: mark });
    for (const other of [conversation({}), conversation({ cache: { automatic: {} } })]) {
      const none: Members = {};
      putRequestCache(none, other, profile);
      expect(none).toStrictEqual({});
    }
  });

  it("is written in Anthropic's form", () => {
    expect(cacheControl({ ttl: "5m" })).toStrictEqual({ type: "ephemeral", ttl: "5m" });
  });

  it.each<[Block, Members, Members, boolean]>([
    [text(), {}, {}, false],
    [text(at("part")), {}, { cache_control: mark }, true],
    [text(at("message")), {}, {}, true],
    [text({ cache: {} }), {}, {}, false],
    [text({ vendor: at("part").vendor }), {}, {}, false],
    [
      text(at("function")),
      { function: { name: "f" } },
      { function: { name: "f", cache_control: mark } },
      true,
    ],
    [text(at("function")), { function: "f" }, { function: "f" }, true],
    [text(at("message")), { function: {} }, { function: {} }, true],
  ])("is written where it stood: %j", (block, members, expected, has) => {
    const written = structuredClone(members);
    putCacheControl(written, block as Block | Tool, profile);
    expect(written).toStrictEqual(expected);
    expect(hasCacheControl(block, profile)).toBe(has);
  });

  it.each<[Block[], Members]>([
    [[], {}],
    [[text(at("message")), text()], {}],
    [[text(at("part"))], {}],
    [[text({ vendor: at("message").vendor })], {}],
    [[text(), text(at("message"))], { cache_control: mark }],
  ])("is written on the message of %j", (content, expected) => {
    const written: Members = {};
    putMessageCache(written, content, profile);
    expect(written).toStrictEqual(expected);
  });
});
