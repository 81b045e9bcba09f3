import { describe, expect, it } from "vitest";
import type { Block, SearchUnit, StreamEvent } from "../../../contract/index.ts";
import { collapse } from "../../collapse.ts";
import { mixedStream, replyStart } from "../fixtures/foreign.ts";
import { readStream, sseEvents, streamFaults, writeStream } from "../fixtures/streaming.ts";

describe("a writer of streams", () => {
  it("B5, B7: gives every block a number of its own, and obeys the grammar", () => {
    const written = writeStream(mixedStream);
    expect(streamFaults(written)).toEqual([]);
    const starts = sseEvents(written)
      .map(({ data }) => JSON.parse(data) as { type: string; index: number })
      .filter(({ type }) => type === "content_block_start");
    expect(starts.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
  });

  it("writes a search of another vendor as a call and its results, each a block of its own", () => {
    const call = (query: string) => ({ action: "search" as const, queries: [query] });
    const block = (search: SearchUnit): Block => ({
      ...{ type: "opaque", dialect: "codex", kind: "web_search_call", value: {}, search },
    });
    const unit = (number: number, begun: SearchUnit, ended?: Block): StreamEvent[] => [
      { type: "block_start", candidate: 0, block: number, content: block(begun) },
      { type: "block_stop", candidate: 0, block: number, ...(ended && { content: ended }) },
    ];
    const found = (title: string) => [{ url: "https://a.test/", title }];
    const written = writeStream([
      replyStart,
      ...unit(0, { id: "1", call: call("begun") }, block({ id: "1", call: call("a"), results: found("A") })),
      // A second end of a search says nothing.
      unit(0, { id: "9" }, block({ id: "9", call: call("e"), results: found("E") }))[1]!,
      ...unit(1, { id: "2", call: call("b"), results: found("B") }),
      ...unit(2, { id: "3", call: call("c"), results: found("C") }, { type: "text", text: "" }),
      ...unit(3, { id: "4", call: call("d") }),
      ...mixedStream.slice(5, 10),
      { type: "block_stop", candidate: 0, block: 3 },
      { type: "reply_stop" },
    ]);
    expect(streamFaults(written)).toEqual([]);
    const starts = sseEvents(written)
      .map(({ data }) => JSON.parse(data))
      .filter(({ type }) => type === "content_block_start")
      .map(({ index, content_block: { type, content } }) => [index, type, content?.[0]?.title]);
    expect(starts).toEqual([
      [0, "server_tool_use", undefined],
      [1, "web_search_tool_result", "A"],
      [2, "server_tool_use", undefined],
      [3, "web_search_tool_result", "B"],
      [4, "server_tool_use", undefined],
      [5, "web_search_tool_result", "C"],
      [6, "text", undefined],
      [7, "server_tool_use", undefined],
      [8, "web_search_tool_result", undefined],
    ]);
    for (const query of ["a", "b", "c", "d"]) expect(written).toContain(`"query\\":\\"${query}\\"`);
  });

  it("B4: closes a block that is open before it begins the next one", () => {
    const events = mixedStream.filter(({ type }) => type !== "block_stop");
    expect(streamFaults(writeStream(events))).toEqual([]);
  });

  it("B9: writes one message_start, even for events that have none or two", () => {
    for (const events of [mixedStream.slice(1), [replyStart, ...mixedStream]]) {
      const written = writeStream(events);
      expect(written.match(/^event: message_start$/gm)).toHaveLength(1);
      expect(streamFaults(written)).toEqual([]);
    }
  });

  it("C1: says tool_use wherever there is a call, and C5: leaves a truncation what it is", () => {
    const reasonOf = (reason: "end_turn" | "max_tokens" | "tool_use" | "content_filter", calls: boolean) => {
      const blocks = calls ? mixedStream.slice(1, 16) : mixedStream.slice(1, 10);
      const written = writeStream([
        replyStart,
        ...blocks,
        { type: "candidate_stop", candidate: 0, stop: { reason } },
        { type: "reply_stop" },
      ]);
      return /"stop_reason":"(\w+)"/.exec(written)?.[1];
    };
    expect(reasonOf("end_turn", true)).toBe("tool_use");
    expect(reasonOf("end_turn", false)).toBe("end_turn");
    expect(reasonOf("max_tokens", true)).toBe("max_tokens");
    expect(reasonOf("tool_use", false)).toBe("end_turn"); // B19
    expect(reasonOf("content_filter", false)).toBe("refusal"); // C6
  });

  it("G1: repeats the cache counts in message_delta", () => {
    const last = sseEvents(writeStream(mixedStream)).at(-2)!;
    expect(JSON.parse(last.data)).toMatchObject({
      type: "message_delta",
      usage: {
        input_tokens: 30,
        cache_read_input_tokens: 60,
        cache_creation_input_tokens: 10,
        output_tokens: 20,
      },
    });
  });

  it("H1, H3: writes a real ping event, and never before the message has begun", () => {
    const written = writeStream([{ type: "ping" }, ...mixedStream]);
    expect(written.match(/^event: ping$/gm)).toHaveLength(1);
    expect(written.startsWith("event: message_start\n")).toBe(true);
  });

  it("H2: writes no event of another dialect, and no block that has no place", () => {
    const written = writeStream([
      replyStart,
      { type: "opaque", dialect: "openai", kind: "obfuscation", value: {} },
      {
        type: "block_start",
        candidate: 0,
        block: 0,
        content: { type: "opaque", dialect: "codex", kind: "shell_call", value: {} },
      },
      { type: "block_stop", candidate: 0, block: 0 },
      ...mixedStream.slice(5, 10),
      { type: "reply_stop" },
    ]);
    expect(streamFaults(written)).toEqual([]);
    expect(written).not.toMatch(/obfuscation|shell_call/);
  });

  it("E6: writes no block for text that never came", () => {
    const events: StreamEvent[] = [
      replyStart,
      { type: "block_start", candidate: 0, block: 0, content: { type: "text", text: "" } },
      { type: "text_delta", candidate: 0, block: 0, text: "" },
      { type: "block_stop", candidate: 0, block: 0 },
      { type: "reply_stop" },
    ];
    expect(writeStream(events)).not.toContain("content_block");
  });

  it("writes what an engine sends whole at once", () => {
    const events: StreamEvent[] = [
      replyStart,
      {
        type: "block_start",
        candidate: 0,
        block: 0,
        content: { type: "thinking", text: "t", signature: "s" },
      },
      { type: "block_stop", candidate: 0, block: 0 },
      {
        type: "block_start",
        candidate: 0,
        block: 1,
        content: { type: "tool_use", id: "c", name: "f", kind: "function", input: { a: 1 } },
      },
      { type: "block_stop", candidate: 0, block: 1 },
      { type: "block_start", candidate: 0, block: 2, content: { type: "text", text: "" } },
      { type: "block_stop", candidate: 0, block: 2, content: { type: "text", text: "whole" } },
      { type: "reply_stop" },
    ];
    const { reply } = collapse(readStream(writeStream(events)));
    expect(reply.candidates[0]?.content).toEqual([
      { type: "thinking", text: "t", signature: "s" },
      { type: "tool_use", id: "c", name: "f", kind: "function", input: { a: 1 } },
      { type: "text", text: "whole" },
    ]);
  });

  it("gives the same stream for the same events", () => {
    expect(writeStream(mixedStream)).toBe(writeStream(mixedStream));
  });
});
