import { describe, expect, it } from "vitest";
import type { Block } from "../../contract/index.ts";
import { chunk, read, readStream, write } from "../chat/fixtures/driving.ts";
import { openai } from "../openai/index.ts";
import { explainRequest, translateRequest } from "../translate/request.ts";
import { kimi } from "./index.ts";

const call: Block = { type: "tool_use", id: "functions.add:0", name: "add", kind: "function", input: {} };

function again(body: Record<string, unknown>): Record<string, unknown> {
  return write(kimi, read(kimi, body)).body;
}

describe("Moonshot's dialect", () => {
  it("A15: gives every turn with calls its thinking, an empty one if need be, and says so", () => {
    const thinking: Block = { type: "thinking", text: "hm", signature: "s" };
    const { messages, notes } = write(kimi, {
      messages: [
        { role: "assistant", content: [thinking, call] },
        { role: "assistant", content: [call] },
        { role: "assistant", content: [{ type: "text", text: "x" }] },
      ],
    });
    expect(messages.map((one) => one["reasoning_content"])).toEqual(["hm", "", undefined]);
    expect(notes).toMatchObject([{ at: ".reasoning_content", disposition: "mapped" }]);
  });

  it("A15, A16: keeps the thinking of an OpenAI caller in its turn", () => {
    const calls = [{ id: "c", type: "function", function: { name: "f", arguments: "{}" } }];
    const body = {
      model: "m",
      messages: [
        { role: "assistant", content: "", reasoning_content: "hm", tool_calls: calls },
        { role: "tool", tool_call_id: "c", content: "x" },
      ],
    };
    const { request } = translateRequest(openai, kimi, body, { strict: true });
    expect(request.body["messages"]).toEqual([
      { role: "assistant", content: null, reasoning_content: "hm", tool_calls: calls },
      { role: "tool", tool_call_id: "c", content: "x" },
    ]);
  });

  it("reports no loss for spellings of the same meaning", () => {
    const body = {
      model: "m",
      max_tokens: 5,
      stop: "x",
      stream: true,
      messages: [
        { role: "user", content: [{ type: "text", text: "x" }] },
        { role: "assistant", content: "y", reasoning: "hm" },
      ],
    };
    const lost = explainRequest(openai, kimi, body).entries.filter((entry) => entry.disposition !== "mapped");
    expect(lost).toEqual([]);
  });

  it("D10: leaves ids of its own form alone", () => {
    const messages = [
      {
        role: "assistant",
        content: null,
        reasoning_content: "",
        tool_calls: [{ id: "functions.add:0", type: "function", function: { name: "add", arguments: "{}" } }],
      },
    ];
    expect(again({ messages })["messages"]).toEqual(messages);
  });

  it("D16: shows a freeform tool as a function with one text", () => {
    const body = { model: "m", messages: [], tools: [{ type: "custom", custom: { name: "patch" } }] };
    const { request } = translateRequest(openai, kimi, body);
    expect(request.body["tools"]).toMatchObject([{ type: "function", function: { name: "patch" } }]);
  });

  it("D17: keeps built-in tools whole", () => {
    const tools = [{ type: "builtin_function", function: { name: "$web_search" } }];
    expect(read(kimi, { tools }).tools).toEqual([
      {
        kind: "server",
        name: "$web_search",
        dialect: "kimi",
        value: tools[0],
        hosted: { kind: "web_search" },
      },
    ]);
    expect(again({ tools })["tools"]).toEqual(tools);
    expect(() => translateRequest(kimi, openai, { model: "m", messages: [], tools })).toThrow(
      expect.objectContaining({ code: "mapping_unmappable_tool" }),
    );
  });

  it("reads and writes a turn to be continued", () => {
    const messages = [{ role: "assistant", content: "{", partial: true, name: "k" }];
    expect(read(kimi, { messages }).messages[0]?.prefill).toBe(true);
    expect(again({ messages })["messages"]).toEqual(messages);
  });

  it("switches thinking on and off and keeps what else the switch says", () => {
    const body = { thinking: { type: "enabled", keep: "all" }, reasoning_effort: "low" };
    expect(read(kimi, body).reasoning).toEqual({ mode: "on", effort: "low" });
    expect(again(body)).toMatchObject(body);
    expect(write(kimi, { reasoning: { mode: "off" } }).body["thinking"]).toEqual({ type: "disabled" });
  });

  it("F2: sets the switch for a budget and says that the number is lost", () => {
    const { body, notes } = write(kimi, { reasoning: { mode: "on", budgetTokens: 9 } });
    expect(body["thinking"]).toEqual({ type: "enabled" });
    expect(notes).toMatchObject([{ disposition: "disclosed", feature: "reasoning.budget" }]);
  });

  it("keeps videos", () => {
    const messages = [{ role: "user", content: [{ type: "video_url", video_url: { url: "ms://file-1" } }] }];
    expect(read(kimi, { messages }).messages[0]?.content).toMatchObject([{ type: "video" }]);
    expect(again({ messages })["messages"]).toEqual(messages);
  });

  it("reads usage that stands inside a choice", () => {
    const usage = { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4, cached_tokens: 2 };
    const events = readStream(kimi, [
      chunk({}, null, { choices: [{ index: 0, delta: {}, finish_reason: "stop", usage }] }),
      "[DONE]",
    ]);
    expect(events.find((event) => event.type === "usage")).toMatchObject({
      usage: { input: 3, cacheRead: 2 },
    });
  });

  it("keeps a member that it does not know", () => {
    expect(again({ do_sample: true, seed: 4 })).toMatchObject({ do_sample: true, seed: 4 });
  });

  it("counts tokens in its own form", () => {
    expect(kimi.writeTokenCount(5)).toEqual({ data: { total_tokens: 5 } });
    expect(kimi.readTokenCount({ data: { total_tokens: 5 } })).toBe(5);
    expect(() => kimi.readTokenCount({ data: {} })).toThrow(/\$\.data\.total_tokens/);
  });
});
