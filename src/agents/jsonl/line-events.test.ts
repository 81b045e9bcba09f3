import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../lib/index.ts";
import type { EventWriter } from "../host/event-writer.ts";
import { LineEvents } from "./line-events.ts";
import { Mapping } from "./mapping.ts";

/** Hands lines to a mapping. Returns the calls of the writer and what is kept of the run. */
async function read(mapping: object, ...lines: readonly JsonObject[]) {
  const calls: unknown[][] = [];
  const writer = new Proxy({} as EventWriter, {
    get:
      (_, name) =>
      async (...values: unknown[]) =>
        void calls.push([name, ...values]),
  });
  const events = new LineEvents(Mapping.parse(mapping), writer);
  for (const line of lines) await events.handle(line);
  const { session, usage, result } = events;
  return { calls, session, usage, result };
}

const nothing = { session: undefined, usage: undefined, result: undefined };

describe("a line of an agent", () => {
  it.each<[string, object, JsonObject, readonly unknown[]]>([
    ["a text", { event: "text", text: "t", parent: "p" }, { t: "a", p: "b" }, ["text", "a", "b"]],
    ["a text of nobody else", { event: "text", text: "t" }, { t: "a", p: "b" }, ["text", "a", undefined]],
    ["an empty text", { event: "text", text: "t" }, {}, ["text", "", undefined]],
    ["a message", { event: "message", text: "t", parent: "p" }, { t: "a", p: "b" }, ["message", "a", "b"]],
    ["the end of a message", { event: "message" }, { t: "a" }, ["message", undefined, undefined]],
    ["thinking", { event: "thinking", text: "t" }, { t: "a" }, ["thinking", "a"]],
    ["empty thinking", { event: "thinking", text: "t" }, { t: 1 }, ["thinking", ""]],
    ["an error", { event: "error", message: "m" }, { m: "a" }, ["error", "a"]],
    [
      "an error without a message",
      { event: "error", message: "m" },
      {},
      ["error", "the agent reports an error without a message"],
    ],
  ])("is %s", async (_, meaning, line, call) => {
    expect(await read({ lines: [meaning] }, line)).toEqual({ ...nothing, calls: [call] });
  });

  const toolCall = { event: "tool_call", id: "i", name: "n", input: "in", parent: "p" };
  const toolResult = { event: "tool_result", id: "i", output: "o", is_error: "e", name: "n" };
  it.each<[string, object, JsonObject, object]>([
    [
      "toolCall",
      toolCall,
      { i: "1", n: "sh", in: { a: 1 }, p: "0" },
      { id: "1", nativeName: "sh", name: "Bash", input: { a: 1 }, parentId: "0" },
    ],
    [
      "toolCall",
      { ...toolCall, parent: undefined },
      { i: "1", n: "other", p: "0" },
      { id: "1", nativeName: "other", name: "other", input: null, parentId: undefined },
    ],
    [
      "toolCall",
      toolCall,
      { i: "1", in: 0 },
      { id: "1", nativeName: "unknown", name: "unknown", input: 0, parentId: undefined },
    ],
    [
      "toolResult",
      toolResult,
      { i: "1", o: "out", e: true, n: "sh" },
      { id: "1", output: "out", isError: true, name: "Bash" },
    ],
    [
      "toolResult",
      toolResult,
      { i: "1", o: false, e: "true", n: "other" },
      { id: "1", output: false, isError: false, name: "other" },
    ],
    [
      "toolResult",
      { event: "tool_result", id: "i", output: "o" },
      { i: "1", e: true, n: "sh" },
      { id: "1", output: null, isError: false, name: undefined },
    ],
  ])("is a %s, by %j of %j", async (name, meaning, line, written) => {
    const mapping = { tools: { sh: "Bash" }, lines: [meaning] };
    expect(await read(mapping, line)).toEqual({ ...nothing, calls: [[name, written]] });
  });

  it("is no tool without an id", async () => {
    const lines = [toolCall, toolResult];
    expect(await read({ lines }, { n: "sh", in: {}, o: "x" }, { i: 7 })).toEqual({ ...nothing, calls: [] });
  });

  it("names the session; a later one replaces it, and a line without a name does not", async () => {
    const lines = [{ event: "session", id: "s" }];
    const kept = await read({ lines }, { s: "first" }, { s: "second" }, { s: 3 }, {});
    expect(kept).toEqual({ ...nothing, session: "second", calls: [] });
  });

  it("has figures of usage: numbers from 0 on, of the places that the mapping names", async () => {
    const usage = {
      input_tokens: "n.0",
      output_tokens: "n.1",
      cache_read_tokens: "n.2",
      cache_write_tokens: "n.3",
    };
    const kept = await read({ lines: [{ event: "usage", usage }] }, { n: [0, 1.5, -1, "4"] });
    const figures = { input_tokens: 0, output_tokens: 1.5 };
    expect(kept).toEqual({ ...nothing, usage: figures, calls: [["usage", figures]] });
  });

  it("ends the run, with the usage of the line only if the mapping says so", async () => {
    const usage = { event: "usage", usage: { input_tokens: "n" } };
    const end = { event: "result", is_error: "e", message: "m" };
    const when = { end: true };
    const said = { end: true, e: true, m: "why", n: 2 };
    const without = await read({ lines: [usage, { ...end, when }] }, { n: 1 }, said);
    expect([without.result, without.usage]).toEqual([{ isError: true, message: "why" }, { input_tokens: 2 }]);
    const own = { ...end, when, usage: { output_tokens: "n" } };
    expect(await read({ lines: [own] }, said)).toEqual({
      session: undefined,
      usage: { output_tokens: 2 },
      result: { isError: true, message: "why" },
      calls: [],
    });
    expect((await read({ lines: [{ event: "result" }] }, said)).result).toEqual({
      isError: false,
      message: undefined,
    });
  });
});

describe("the rules of a mapping", () => {
  const say = (when: object) => ({ when, event: "thinking", text: "t" });

  it("are used one after the other, each that fits all of its conditions", async () => {
    const lines = [say({}), say({ a: 1 }), say({ a: 1, "b.0": null }), say({ a: "1" }), say({ c: true })];
    const { calls } = await read(
      { lines },
      { a: 1, b: [null], t: "x" },
      { a: 1, b: [0], t: "y" },
      { c: true, t: "z" },
    );
    expect(calls.map(([, text]) => text)).toEqual(["x", "x", "x", "y", "y", "z", "z"]);
  });

  it("look into each item of a list, and into nothing else", async () => {
    const items = [say({ k: 1 }), say({ k: 2 }), say({})];
    const lines = [{ when: { type: "list" }, each: "in.items", items }];
    const list = [
      { k: 1, t: "a" },
      { k: 2, t: "b" },
      { k: 3, t: "c" },
    ];
    const { calls } = await read(
      { lines },
      { type: "list", in: { items: list } },
      { type: "list", in: { items: { 0: { t: "no list" } } } },
      { type: "list" },
      { type: "other", in: { items: list } },
    );
    expect(calls.map(([, text]) => text)).toEqual(["a", "a", "b", "b", "c"]);
  });
});
