import { describe, expect, it } from "vitest";
import type { Block, Reply, Stop } from "../../../contract/index.ts";
import { collapse } from "../../collapse.ts";
import { copilot } from "../../copilot/index.ts";
import { expand } from "../../expand.ts";
import { kimi } from "../../kimi/index.ts";
import { openai } from "../../openai/index.ts";
import { Origins } from "../../origins.ts";
import { mintCallId } from "../content/tool-call.ts";
import { dataOf, readStream, writeStream, writing } from "../fixtures/driving.ts";
import { normalReply } from "../fixtures/normal-form.ts";

function replyOf(content: Block[], reason: Stop["reason"] = "end_turn"): Reply {
  return { candidates: [{ index: 0, content, stop: { reason } }] };
}

function choiceOf(reply: Reply): { message: Record<string, unknown>; finish_reason: string } {
  return (openai.writeReply(reply, writing)["choices"] as never[])[0]!;
}

function readMessage(message: object, finish = "stop") {
  const choices = [{ index: 0, message: { role: "assistant", ...message }, finish_reason: finish }];
  return openai.readReply({ id: "r", choices }, new Origins()).candidates[0]!;
}

const text: Block = { type: "text", text: "x" };
const call: Block = { type: "tool_use", id: "c", name: "f", kind: "function", input: {} };

describe("replies", () => {
  it("C1, C2, C4: finish with tool_calls wherever there is a call", () => {
    expect(choiceOf(replyOf([text, call])).finish_reason).toBe("tool_calls");
    expect(
      readMessage({
        content: "x",
        tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: "{}" } }],
      }).stop,
    ).toEqual({
      reason: "tool_use",
      raw: "stop",
    });
  });

  it.each([
    ["max_tokens", "length"],
    ["context_window", "length"],
    ["content_filter", "content_filter"],
    ["refusal", "content_filter"],
    ["stop_sequence", "stop"],
    ["pause_turn", "length"],
  ] as const)("C5, C6: writes %s as %s", (reason, word) => {
    expect(choiceOf(replyOf([text], reason)).finish_reason).toBe(word);
  });

  it("C5: does not call a truncated call finished", () => {
    expect(choiceOf(replyOf([{ ...call, inputText: '{"a' } as Block], "max_tokens"))).toMatchObject({
      finish_reason: "length",
      message: { tool_calls: [{ function: { arguments: '{"a' } }] },
    });
  });

  it("C6: has a refusal if the vendor marks it", () => {
    const refusal: Block = { type: "refusal", text: "no" };
    expect(choiceOf(replyOf([refusal], "refusal"))).toMatchObject({
      finish_reason: "stop",
      message: { refusal: "no", content: null },
    });
    expect(readMessage({ content: null, refusal: "no" })).toMatchObject({
      content: [refusal],
      stop: { reason: "refusal" },
    });
  });

  it("E6: has null for the content of a turn of calls, and a text for an empty one", () => {
    expect(choiceOf(replyOf([call])).message["content"]).toBeNull();
    expect(choiceOf(replyOf([])).message["content"]).toBe("");
  });

  it("A4, A18: writes thinking once, as thinking", () => {
    const { message } = choiceOf(replyOf([{ type: "thinking", text: "hm", signature: "s" }, text]));
    expect(message).toMatchObject({ reasoning_content: "hm", content: "x" });
    expect(JSON.stringify(message).match(/hm/g)).toHaveLength(1);
  });

  it("takes the finish reasons of look-alikes", () => {
    expect(readMessage({ content: "x" }, "eos").stop).toEqual({ reason: "end_turn", raw: "eos" });
    expect(readMessage({ content: "x" }, "model_length").stop?.reason).toBe("context_window");
    expect(readMessage({ content: "x" }, "novel").stop).toEqual({ reason: "other", raw: "novel" });
  });

  it("B18: gives a call without an id one that its place decides", () => {
    const message = { tool_calls: [{ id: "", function: { name: "f", arguments: "{}" } }] };
    const [one] = readMessage(message, "tool_calls").content;
    expect(one?.type === "tool_use" && one.id).toMatch(/^call_[0-9a-f]{24}$/);
    expect(readMessage(message, "tool_calls").content).toEqual([one]);
    const nameless = { choices: [{ message }] };
    expect(openai.readReply(nameless, new Origins()).candidates[0]!.content[0]).toMatchObject({
      id: mintCallId("", 0, 0),
    });
  });

  it("throws the error that stands in the place of a reply", () => {
    const body = { error: { message: "filtered", code: "content_filter", status: 400 } };
    expect(() => openai.readReply(body, new Origins())).toThrow(
      expect.objectContaining({ code: "backend_content_filtered", message: "filtered" }),
    );
  });

  it.each([
    [3, "$"],
    [{ id: "x" }, "$.choices"],
    [{ choices: [{}] }, "$.choices[0].message"],
    [{ choices: [{ message: { tool_calls: 3 } }] }, "$.choices[0].message.tool_calls"],
    [{ choices: [], usage: { prompt_tokens: "1" } }, "$.usage.prompt_tokens"],
  ])("names the place in %j", (body, where) => {
    expect(() => openai.readReply(body, new Origins())).toThrow(expect.objectContaining({ where }));
  });

  it("cites the text that names a page, in characters of the answer", () => {
    const cited: Block = {
      type: "text",
      text: "fact",
      citations: [{ kind: "web_search_result_location", url: "u", start: 900, end: 950 }],
    };
    expect(choiceOf(replyOf([{ type: "text", text: "A " }, cited])).message["annotations"]).toEqual([
      { type: "url_citation", url_citation: { start_index: 2, end_index: 6, title: "", url: "u" } },
    ]);
  });
});

describe("usage", () => {
  const usageOf = (dialect: typeof openai, usage: object) =>
    dialect.readReply({ choices: [], usage }, new Origins()).usage;

  it("G1, G2: counts cached and written tokens within the prompt, both ways", () => {
    const wire = {
      prompt_tokens: 100,
      completion_tokens: 20,
      total_tokens: 120,
      prompt_tokens_details: { cached_tokens: 80, cache_write_tokens: 10, audio_tokens: 1 },
      completion_tokens_details: { reasoning_tokens: 5, audio_tokens: 2, accepted_prediction_tokens: 3 },
    };
    const usage = usageOf(openai, wire)!;
    expect(usage).toMatchObject({
      input: 100,
      output: 20,
      total: 120,
      cacheRead: 80,
      cacheWrite: 10,
      reasoning: 5,
      inputAudio: 1,
      outputAudio: 2,
    });
    expect(openai.writeReply({ candidates: [], usage }, writing)["usage"]).toEqual(wire);
  });

  it("G2: reads the cached tokens of look-alikes where they put them", () => {
    for (const name of ["cached_tokens", "prompt_cache_hit_tokens", "num_cached_tokens"]) {
      const wire = { prompt_tokens: 9, completion_tokens: 1, total_tokens: 10, [name]: 7 };
      const usage = usageOf(openai, wire)!;
      expect(usage.cacheRead).toBe(7);
      expect(openai.writeReply({ candidates: [], usage }, writing)["usage"]).toEqual(wire);
    }
  });

  it("writes cached tokens in both of Moonshot's places, and reasoning in Copilot's", () => {
    const usage = { input: 9, output: 2, cacheRead: 7, reasoning: 1 };
    expect(kimi.writeReply({ candidates: [], usage }, writing)["usage"]).toMatchObject({
      cached_tokens: 7,
      prompt_tokens_details: { cached_tokens: 7 },
    });
    expect(copilot.writeReply({ candidates: [], usage }, writing)["usage"]).toMatchObject({
      reasoning_tokens: 1,
    });
  });
});

describe("a stream and the whole reply", () => {
  const contents: [string, Block[]][] = [
    ["text", [text]],
    ["nothing", []],
    ["thinking and text", [{ type: "thinking", text: "hm" }, text]],
    ["sealed thinking", [{ type: "thinking", text: "hm", sealed: "zz" }, call]],
    ["calls", [text, call, { ...call, id: "d", input: { a: 1 } } as Block]],
    [
      "a freeform call",
      [{ type: "tool_use", id: "c", name: "p", kind: "custom", input: undefined, inputText: "***" }],
    ],
    ["a refusal", [{ type: "refusal", text: "no" }]],
    ["a cited text", [{ type: "text", text: "x", citations: [{ kind: "url", url: "u", title: "t" }] }]],
    ["interleaved thinking", [{ type: "thinking", text: "a" }, text, { type: "thinking", text: "b" }, call]],
  ];

  it.each(
    [openai, kimi, copilot].flatMap((dialect) =>
      contents.map(([name, content]) => [dialect.id, name, dialect, content] as const),
    ),
  )("agree in %s for %s", (_, __, dialect, content) => {
    const reply: Reply = {
      id: "r",
      model: "m",
      created: 1,
      candidates: [{ index: 0, content, stop: { reason: "end_turn" } }],
      usage: { input: 1, output: 1 },
    };
    const whole = dialect.writeReply(reply, writing);
    const streamed = collapse(readStream(dialect, dataOf(writeStream(dialect, expand(reply)))));
    expect(normalReply(dialect.writeReply(streamed.reply, writing), undefined)).toEqual(
      normalReply(whole, undefined),
    );
  });
});
