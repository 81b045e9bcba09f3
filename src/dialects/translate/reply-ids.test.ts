import { describe, expect, it } from "vitest";
import type { Reply, ToolUseBlock } from "../../contract/index.ts";
import { collapse } from "../collapse.ts";
import { expand } from "../expand.ts";
import { isMintedId } from "../gemini/wire.ts";
import { IdMap } from "../id-map.ts";
import { dialects, findDialect } from "../registry/lookup.ts";
import { memoryCustody } from "./custody.ts";
import { type ReplyOptions, translateReply } from "./reply.ts";
import { ReplyIds } from "./reply-ids.ts";
import { StreamTranslator } from "./stream.ts";

const UNIQUE = "0123456789abcdef0123456789ab";
const call = (id: string, name = "f"): ToolUseBlock => ({
  type: "tool_use",
  id,
  name,
  kind: "function",
  input: { a: 1 },
});
const replyWith = (...content: Reply["candidates"][0]["content"]): Reply => ({
  id: "chatcmpl-396",
  model: "m",
  candidates: [{ index: 0, content, stop: { reason: "tool_use" } }],
});
const idsOf = (reply: Reply) =>
  reply.candidates.flatMap(({ content }) =>
    content.flatMap((block) => (block.type === "tool_use" ? [block.id] : [])),
  );

describe("the ids of a reply", () => {
  it("are its own, with the caller's prefix for the reply and the engine's for its calls", () => {
    const named = new ReplyIds(UNIQUE, "resp_").inReply(
      replyWith(
        { type: "text", text: "call_1" },
        call("call_1"),
        call("call_1"),
        call("toolu_01AbC"),
        call("functions.f:0"),
        call("chatcmpl-tool-7"),
        call("7"),
        call("_"),
      ),
    );
    expect(named.id).toBe(`resp_${UNIQUE}`);
    expect(idsOf(named)).toEqual([
      `call_${UNIQUE}0000`,
      `call_${UNIQUE}0001`,
      `toolu_${UNIQUE}0002`,
      `call_${UNIQUE}0003`,
      `chatcmpl-tool-${UNIQUE}0004`,
      `call_${UNIQUE}0005`,
      `call_${UNIQUE}0006`,
    ]);
    expect(named.candidates[0]?.content[0]).toEqual({ type: "text", text: "call_1" });
  });

  it("stay known as ids that the wire never had", () => {
    const [id] = idsOf(new ReplyIds(UNIQUE, "resp_").inReply(replyWith(call("gemini_call_ab12"))));
    expect([id, isMintedId(id!)]).toEqual([`gemini_call_${UNIQUE}0000`, true]);
  });

  it("are none if the engine gave none", () => {
    expect(new ReplyIds(UNIQUE, "resp_").inReply({ candidates: [] })).toEqual({ candidates: [] });
    const start = { type: "reply_start" } as const;
    expect(new ReplyIds(UNIQUE, "resp_").inEvent(start)).toBe(start);
  });

  it("are the same in a stream and in a whole reply, for several candidates", () => {
    const reply: Reply = {
      id: "r_1",
      candidates: [
        {
          index: 0,
          content: [call("call_1"), { type: "text", text: "x" }, call("call_1")],
          stop: { reason: "tool_use" },
        },
        { index: 1, content: [call("call_1")], stop: { reason: "tool_use" } },
      ],
    };
    const streamed = new ReplyIds(UNIQUE, "resp_");
    const events = [...expand(reply)].map((event) => streamed.inEvent(event));
    expect(collapse(events).reply).toEqual(new ReplyIds(UNIQUE, "resp_").inReply(reply));
    expect(new Set(idsOf(new ReplyIds(UNIQUE, "resp_").inReply(reply))).size).toBe(3);
  });

  it("count candidates and calls in two hexadecimal digits", () => {
    const content = Array.from({ length: 27 }, () => call("call_1"));
    const named = new ReplyIds(UNIQUE, "resp_").inReply({
      candidates: [{ index: 31, content, stop: { reason: "tool_use" } }],
    });
    expect(idsOf(named).at(-1)).toBe(`call_${UNIQUE}1f1a`);
    expect(idsOf(named)[1]).toBe(`call_${UNIQUE}1f01`);
  });

  it("take a prefix of at most sixteen characters that begins with a letter", () => {
    const prefixOf = (id: string) =>
      idsOf(new ReplyIds(UNIQUE, "resp_").inReply(replyWith(call(id))))[0]?.split(UNIQUE)[0];
    expect(prefixOf(`${"a".repeat(15)}_1`)).toBe(`${"a".repeat(15)}_`);
    expect(prefixOf(`${"a".repeat(16)}_1`)).toBe("call_");
    expect([prefixOf("a_1"), prefixOf("1a_1"), prefixOf("Tool-use_Z9_x")]).toEqual([
      "a_",
      "call_",
      "Tool-use_",
    ]);
  });

  it("are named after what they are if the engine's have no prefix", () => {
    expect(new ReplyIds(UNIQUE, "resp_").inReply({ id: "396", candidates: [] }).id).toBe(`resp_${UNIQUE}`);
    const start = new ReplyIds(UNIQUE, "resp_").inEvent({ type: "reply_start", id: "396" });
    expect(start).toEqual({ type: "reply_start", id: `resp_${UNIQUE}` });
  });

  it("change no event that has none", () => {
    const ids = new ReplyIds(UNIQUE, "resp_");
    const at = { candidate: 0, block: 0 };
    const text = { type: "text", text: "x" } as const;
    for (const event of [
      { type: "block_start", ...at, content: text },
      { type: "text_delta", ...at, text: "x" },
      { type: "block_stop", ...at },
      { type: "ping" },
    ] as const)
      expect(ids.inEvent(event)).toBe(event);
    ids.inEvent({ type: "block_start", ...at, content: call("call_1") });
    const stop = { type: "block_stop", ...at, content: text } as const;
    expect(ids.inEvent(stop)).toBe(stop);
  });

  it("replace the id of a call that the vendor repeats whole", () => {
    const ids = new ReplyIds(UNIQUE, "resp_");
    const at = { candidate: 0, block: 3 };
    ids.inEvent({ type: "block_start", ...at, content: call("call_1") });
    const stop = ids.inEvent({ type: "block_stop", ...at, content: call("call_1") });
    expect(stop).toMatchObject({ content: { id: `call_${UNIQUE}0000` } });
    const other = { type: "block_stop", candidate: 0, block: 4, content: call("call_1") } as const;
    expect(ids.inEvent(other)).toBe(other);
  });
});

describe("two conversations whose engine numbers its calls alike", () => {
  const memory = {
    ids: new IdMap(),
    tools: { custom: new Set<string>(), namespaced: new Map() },
    streams: false,
    streamUsage: true,
    model: "m",
  };
  const options = (unique: string, more: Partial<ReplyOptions> = {}): ReplyOptions => ({
    memory,
    id: "x",
    created: 1,
    unique,
    ...more,
  });
  const gemini = findDialect("gemini");
  const signed = (signature: string) =>
    gemini.writeReply(replyWith({ ...call("gemini_call_1"), signature }), {
      ids: memory.ids,
      id: "x",
      model: "m",
      created: 1,
    });

  it("keep their reasoning apart", () => {
    const custody = memoryCustody();
    const openai = findDialect("openai");
    const ids = ["aa", "bb"].map((unique) => {
      const { body } = translateReply(gemini, openai, signed(`of ${unique}`), options(unique, { custody }));
      return /"id":"(gemini_call_[0-9a-f]+)"/.exec(JSON.stringify(body))![1]!;
    });
    expect(ids.map((id) => custody.find(id)?.signature)).toEqual(["of aa", "of bb"]);
  });

  it.each(dialects.flatMap((engine) => dialects.map((caller) => [engine.id, caller.id] as const)))(
    "get the same ids from %s to %s, whole or streamed",
    (from, to) => {
      const [engine, caller] = [findDialect(from), findDialect(to)];
      const facts = { ids: memory.ids, id: "x", model: "m", created: 1, usage: true };
      const reply = replyWith(call("call_1"));
      const whole = translateReply(engine, caller, engine.writeReply(reply, facts), options(UNIQUE));
      const writer = engine.openWriter(facts);
      const translator = new StreamTranslator(engine, caller, options(UNIQUE));
      let text = "";
      const write = (part: string) => {
        text += translator.push(Buffer.from(part));
      };
      for (const event of expand(reply)) writer.push(event, write);
      writer.end(write);
      text += translator.end();
      const wholeIds = idsIn(JSON.stringify(whole.body));
      expect(idsIn(text)).toEqual(wholeIds);
      expect([...wholeIds].filter((id) => !id.includes(UNIQUE))).toEqual([]);
      expect(translator.id === undefined || translator.id === "chatcmpl-396").toBe(true);
      expect(text).not.toContain('call_1"');
    },
  );
});

/** Every id of a reply or call in a text. */
function idsIn(text: string): Set<string> {
  const found = text.matchAll(/"(?:id|call_id|responseId|response_id)":"((?:call_|chatcmpl-)[^"]*)"/g);
  return new Set([...found].map((match) => match[1]!));
}
