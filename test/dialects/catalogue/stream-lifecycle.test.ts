import { describe, expect, it } from "vitest";
import { StreamTranslator } from "../../../src/dialects/index.ts";
import { faultSize } from "../../fault-size.ts";
import { generateAnswer, type SceneAnswer } from "../generate.ts";
import { contradictionsOf, framesOf } from "../oracle/index.ts";
import { list, object } from "../oracle/neutral.ts";
import { renderReply, renderStream } from "../render-reply.ts";
import { dialectNamed, replyOptions } from "../subjects.ts";
import { all, allPairs, answer, callsIn, chatChunks, sse, stream, textsIn } from "./stage.ts";

const usage = { input: 40, output: 20, cacheRead: 0, reasoning: 0 };
const twoCalls: SceneAnswer = {
  id: "reply_1",
  model: "m",
  pieces: [
    { is: "text", text: "I look twice." },
    { is: "call", id: "call_a", name: "look_up_weather", input: { place: "Bern" } },
    { is: "call", id: "call_b", name: "list_files", input: { folder: "/srv", depth: 2, hidden: false } },
    { is: "call", id: "call_c", name: "ping_host", input: {} },
  ],
  ending: "tools",
  usage,
};

/** Every start and stop of claude's blocks, as text. */
function lifecycle(events: readonly Record<string, unknown>[]): string[] {
  return events.flatMap((event) => {
    if (event["type"] === "content_block_start")
      return [`${String(event["index"])} ${String(object(event["content_block"])["type"])}`];
    return event["type"] === "content_block_stop" ? [`${String(event["index"])} stop`] : [];
  });
}

describe("streamed tool calls, blocks and items", () => {
  it.each(allPairs)(
    "B1: the deltas of a call from %s to %s add up to the arguments of the reply",
    (from, to) => {
      const streamed = stream(from, to, renderStream(from, twoCalls, 5)).neutral;
      const whole = answer(from, to, renderReply(from, twoCalls)).neutral;
      const inputs = callsIn(streamed.answers[0]?.said).map((call) => call["input"]);
      expect(inputs).toEqual([{ place: "Bern" }, { folder: "/srv", depth: 2, hidden: false }, {}]);
      expect(inputs).toEqual(callsIn(whole.answers[0]?.said).map((call) => call["input"]));
    },
  );

  it.each(all.filter((to) => to !== "codex"))(
    "B2: arguments that come only with the call's end reach %s whole",
    (to) => {
      const item = { type: "function_call", id: "fc_1", call_id: "call_1", name: "f", status: "completed" };
      const text = '{"city":"Bern"}';
      const events = [
        { type: "response.created", response: { id: "r1", model: "m", status: "in_progress", output: [] } },
        { type: "response.output_item.added", output_index: 0, item: { ...item, arguments: "" } },
        { type: "response.function_call_arguments.done", output_index: 0, item_id: "fc_1", arguments: text },
        { type: "response.output_item.done", output_index: 0, item: { ...item, arguments: text } },
        {
          type: "response.completed",
          response: { id: "r1", model: "m", status: "completed", output: [{ ...item, arguments: text }] },
        },
      ];
      const { neutral } = stream("codex", to, events);
      expect(callsIn(neutral.answers[0]?.said).map((call) => call["input"])).toEqual([{ city: "Bern" }]);
    },
  );

  it.each(all.filter((to) => to !== "openai"))(
    "B3: an empty list of calls beside text is no call for %s",
    (to) => {
      const deltas = [
        { role: "assistant", content: "Hel", tool_calls: [] },
        { content: "lo", tool_calls: [] },
      ];
      const { neutral } = stream("openai", to, chatChunks(deltas, "stop"));
      expect(textsIn(neutral.answers[0]?.said)).toEqual(["Hello"]);
      expect(callsIn(neutral.answers[0]?.said)).toEqual([]);
    },
  );

  it("B4: text after a call closes the call's block and opens one of its own", () => {
    const deltas = [
      {
        tool_calls: [{ index: 0, id: "call_1", type: "function", function: { name: "f", arguments: "{}" } }],
      },
      { content: "after" },
    ];
    const { events } = stream("openai", "claude", chatChunks(deltas, "tool_calls"));
    expect(lifecycle(events)).toEqual(["0 tool_use", "0 stop", "1 text", "1 stop"]);
  });

  it("B5: text and thinking never share a block", () => {
    const deltas = [{ content: "a" }, { reasoning_content: "b" }, { content: "c" }];
    const { events } = stream("kimi", "claude", chatChunks(deltas, "stop"));
    expect(lifecycle(events)).toEqual(["0 text", "0 stop", "1 thinking", "1 stop", "2 text", "2 stop"]);
  });

  it.each(all.filter((from) => from !== "claude"))(
    "B6: blocks from %s are open one at a time with rising indexes",
    (from) => {
      for (let seed = 0; seed < faultSize(15, 40); seed += 1) {
        const { events } = stream(from, "claude", renderStream(from, generateAnswer(seed), seed));
        const steps = lifecycle(events);
        steps.forEach((step, index) => {
          const expected = `${Math.floor(index / 2)} `;
          expect(step.startsWith(expected)).toBe(true);
          expect(step.endsWith("stop")).toBe(index % 2 === 1);
        });
      }
    },
  );

  it.each(allPairs)("B7: several calls from %s have an index each for %s", (from, to) => {
    const { events } = stream(from, to, renderStream(from, twoCalls, 3));
    const indexes = events.flatMap((event) => {
      if (to === "claude")
        return object(event["content_block"])["type"] === "tool_use" ? [event["index"]] : [];
      if (to === "codex")
        return event["type"] === "response.output_item.added" &&
          object(event["item"])["type"] === "function_call"
          ? [event["output_index"]]
          : [];
      const delta = object(object(list(event["choices"])[0])["delta"]);
      return list(delta["tool_calls"])
        .map(object)
        .flatMap((call) => (call["id"] ? [call["index"]] : []));
    });
    if (to !== "gemini") expect(new Set(indexes).size).toBe(3);
  });

  it.each(["openai", "kimi", "copilot"])(
    "B8: an index of %s belongs to one call id across all chunks",
    (to) => {
      for (const from of ["gemini", "claude", "codex"]) {
        const { events } = stream(from, to, renderStream(from, twoCalls, 9));
        const ids = new Map<unknown, unknown>();
        for (const event of events)
          for (const call of list(object(object(list(event["choices"])[0])["delta"])["tool_calls"]).map(
            object,
          )) {
            expect(call["index"]).toBeTypeOf("number");
            if (call["id"]) expect(ids.get(call["index"]) ?? call["id"]).toBe(call["id"]);
            ids.set(call["index"], ids.get(call["index"]) ?? call["id"]);
          }
        expect([...ids.keys()]).toEqual([0, 1, 2]);
      }
    },
  );

  it.each(["claude", "codex", "gemini", "kimi"])(
    "B8: parallel calls whose deltas alternate reach %s whole",
    (to) => {
      const begin = (index: number, name: string) => ({
        tool_calls: [{ index, id: `call_${index}`, type: "function", function: { name, arguments: "" } }],
      });
      const more = (index: number, text: string) => ({
        tool_calls: [{ index, function: { arguments: text } }],
      });
      const deltas = [
        begin(0, "f"),
        begin(1, "g"),
        more(0, '{"a"'),
        more(1, '{"b"'),
        more(0, ":1}"),
        more(1, ":2}"),
      ];
      const { neutral } = stream("openai", to, chatChunks(deltas, "tool_calls"));
      expect(callsIn(neutral.answers[0]?.said).map((call) => [call["name"], call["input"]])).toEqual([
        ["f", { a: 1 }],
        ["g", { b: 2 }],
      ]);
    },
  );

  it.each(all.filter((from) => from !== "claude"))("B9: a stream from %s begins once", (from) => {
    const { events } = stream(from, "claude", renderStream(from, twoCalls, 2));
    expect(events.filter((event) => event["type"] === "message_start")).toHaveLength(1);
    expect(events[0]?.["type"]).toBe("message_start");
  });

  it("B9: server tools count among the blocks of a claude stream", () => {
    const server = { type: "server_tool_use", id: "srv_1", name: "web_search", input: {} };
    const found = { type: "web_search_tool_result", tool_use_id: "srv_1", content: [] };
    const events = [
      {
        type: "message_start",
        message: {
          id: "m1",
          type: "message",
          role: "assistant",
          model: "m",
          content: [],
          usage: { input_tokens: 1, output_tokens: 1 },
        },
      },
      { type: "content_block_start", index: 0, content_block: server },
      {
        type: "content_block_delta",
        index: 0,
        delta: { type: "input_json_delta", partial_json: '{"query":"x"}' },
      },
      { type: "content_block_stop", index: 0 },
      { type: "content_block_start", index: 1, content_block: found },
      { type: "content_block_stop", index: 1 },
      { type: "content_block_start", index: 2, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 2, delta: { type: "text_delta", text: "found" } },
      { type: "content_block_stop", index: 2 },
      {
        type: "message_delta",
        delta: { stop_reason: "end_turn", stop_sequence: null },
        usage: { output_tokens: 3 },
      },
      { type: "message_stop" },
    ];
    const streamed = stream("claude", "claude", events);
    expect(lifecycle(streamed.events)).toEqual([
      "0 server_tool_use",
      "0 stop",
      "1 web_search_tool_result",
      "1 stop",
      "2 text",
      "2 stop",
    ]);
    expect(streamed.neutral.answers[0]?.said[0]?.facts["value"]).toEqual({
      ...server,
      input: { query: "x" },
    });
  });

  it.each(["openai", "kimi", "copilot"])("B10: later deltas for %s leave the function's name out", (to) => {
    for (const from of ["claude", "codex", "gemini"]) {
      const { events } = stream(from, to, renderStream(from, twoCalls, 1));
      const names = events
        .flatMap((event) =>
          list(object(object(list(event["choices"])[0])["delta"])["tool_calls"]).map(object),
        )
        .map((call) => object(call["function"])["name"]);
      expect(names.filter((name) => name !== undefined)).toEqual([
        "look_up_weather",
        "list_files",
        "ping_host",
      ]);
    }
  });

  it.each(all.filter((to) => to !== "codex"))(
    "B11: a call that codex sends by deltas and at its end reaches %s once",
    (to) => {
      const { neutral } = stream("codex", to, renderStream("codex", twoCalls, 4));
      expect(callsIn(neutral.answers[0]?.said)).toHaveLength(3);
    },
  );

  it.each(allPairs.filter(([, to]) => to !== "gemini"))(
    "B12: arguments from %s reach %s as they come",
    (from, to) => {
      const long: SceneAnswer = {
        ...twoCalls,
        pieces: [{ is: "call", id: "call_a", name: "look_up_weather", input: { place: "x".repeat(4000) } }],
      };
      const text = renderStream(from, long, 8);
      const translator = new StreamTranslator(dialectNamed(from), dialectNamed(to), replyOptions());
      const pieces = text
        .split("\n\n")
        .map((event) => translator.push(new TextEncoder().encode(`${event}\n\n`)));
      const silent = pieces.filter((piece) => piece === "").length;
      expect(silent).toBeLessThan(from === "gemini" ? pieces.length : pieces.length / 2);
    },
  );

  it.each(all)("B13: a turn of reasoning alone is a valid stream for %s", (to) => {
    const { events, neutral } = stream("kimi", to, chatChunks([{ reasoning_content: "Hm." }], "stop"));
    expect(neutral.failure).toBeUndefined();
    expect(textsIn(neutral.answers[0]?.said)).toEqual([]);
    expect(neutral.answers[0]?.ending).toBe("end");
    expect(events.length).toBeGreaterThan(0);
  });

  it.each(all.filter((from) => from !== "codex"))(
    "B14: each item from %s is announced, finished and keeps one index and id",
    (from) => {
      for (let seed = 0; seed < faultSize(12, 30); seed += 1) {
        const { events } = stream(from, "codex", renderStream(from, generateAnswer(seed), seed));
        const open = new Map<unknown, unknown>();
        let next = 0;
        for (const event of events) {
          const index = event["output_index"];
          if (event["type"] === "response.output_item.added") {
            expect(index).toBe(next);
            next += 1;
            open.set(index, object(event["item"])["id"]);
          } else if (event["type"] === "response.output_item.done") {
            expect(object(event["item"])["id"]).toBe(open.get(index));
            open.delete(index);
          } else if (index !== undefined) expect(event["item_id"]).toBe(open.get(index));
        }
        expect(open.size).toBe(0);
      }
    },
  );

  it.each(all.filter((from) => from !== "codex"))(
    "B15: text from %s for codex is inside an announced part",
    (from) => {
      const { text, events } = stream(from, "codex", renderStream(from, twoCalls, 6));
      const types = events.map((event) => event["type"]);
      expect(types.indexOf("response.content_part.added")).toBeLessThan(
        types.indexOf("response.output_text.delta"),
      );
      expect(types.indexOf("response.output_item.added")).toBeLessThan(
        types.indexOf("response.content_part.added"),
      );
      expect(contradictionsOf(framesOf(text))).toEqual([]);
    },
  );

  it.each(all.filter((from) => from !== "codex"))(
    "B16: events from %s for codex have every member that strict clients want",
    (from) => {
      const { events } = stream(from, "codex", renderStream(from, twoCalls, 6));
      events.forEach((event, index) => {
        expect(event["sequence_number"]).toBe(index);
      });
      for (const event of events.filter((one) => one["response"] !== undefined)) {
        const response = object(event["response"]);
        for (const member of ["id", "object", "created_at", "status", "model", "output"])
          expect(response).toHaveProperty(member);
      }
      for (const event of events.filter((one) => object(one["item"])["type"] === "function_call"))
        for (const member of ["id", "call_id", "name", "arguments", "status"])
          expect(event["item"]).toHaveProperty(member);
    },
  );

  it.each(all)("B17: a stream that ends without a reason is marked as cut off for %s", (to) => {
    const head = { id: "c1", object: "chat.completion.chunk", created: 1_790_000_000, model: "m" };
    const cut = sse([
      { ...head, choices: [{ index: 0, delta: { content: "half a sen" }, finish_reason: null }] },
    ]);
    const { neutral, text } = stream("openai", to, cut);
    const ending = neutral.answers[0]?.ending;
    expect(neutral.failure !== undefined || (ending !== "end" && ending !== "tools")).toBe(true);
    expect(text).toContain("half a sen");
  });

  it.each(all)(
    "B18: a call without an id gets one that is the same every time, and a late name is waited for, for %s",
    (to) => {
      const deltas = [
        { tool_calls: [{ index: 0, type: "function", function: { arguments: "" } }] },
        { tool_calls: [{ index: 0, function: { name: "late_name" } }] },
        { tool_calls: [{ index: 0, function: { arguments: '{"a":1}' } }] },
      ];
      const first = stream("openai", to, chatChunks(deltas, "tool_calls"));
      const [made] = callsIn(first.neutral.answers[0]?.said);
      expect([made?.["name"], made?.["input"]]).toEqual(["late_name", { a: 1 }]);
      if (to !== "gemini") expect(String(made?.["id"]).length).toBeGreaterThan(3);
      expect(stream("openai", to, chatChunks(deltas, "tool_calls")).text).toBe(first.text);
    },
  );

  it.each(allPairs)("B19: the stop reason and the content of a stream from %s agree for %s", (from, to) => {
    const { neutral } = stream(from, to, renderStream(from, twoCalls, 7));
    expect([neutral.answers[0]?.ending, callsIn(neutral.answers[0]?.said).length]).toEqual(["tools", 3]);
  });
});
