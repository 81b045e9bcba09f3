import { describe, expect, it } from "vitest";
import type { Tool } from "../../../contract/index.ts";
import { saying } from "../fixtures/calling.ts";
import { callableTools, findConnection, findMentioned, makeCall } from "./tool-call.ts";

const tool = (name: string, parameters?: object, namespace?: string): Tool =>
  ({ kind: "function", name, parameters, ...(namespace === undefined ? {} : { namespace }) }) as Tool;
const server = (name: string): Tool => ({ kind: "server", name, value: {} }) as unknown as Tool;

describe("the callable tools", () => {
  const tools = [tool("a"), tool("b"), tool("c")];
  const callable = (toolChoice?: object) =>
    callableTools(
      saying("x", { tools, ...(toolChoice === undefined ? {} : { toolChoice: toolChoice as never }) }),
    ).map(({ name }) => name);

  it("are all, none, or the allowed ones", () => {
    expect(callable()).toEqual(["a", "b", "c"]);
    expect(callable({ mode: "auto" })).toEqual(["a", "b", "c"]);
    expect(callable({ mode: "none" })).toEqual([]);
    expect(callable({ mode: "auto", allowed: ["c", "a", "x"] })).toEqual(["a", "c"]);
  });
});

describe("finding a tool", () => {
  const found = (tools: Tool[], name: string) => {
    const index = tools.indexOf(findConnection(tools, name)!);
    return index === -1 ? undefined : index;
  };

  it("takes the exact name before others", () => {
    expect(found([tool("Read"), tool("x__read"), tool("read")], "read")).toBe(2);
  });

  it("takes the full name with its namespace next", () => {
    expect(found([tool("READ"), tool("read", {}, "fs")], "fs.read")).toBe(1);
    expect(found([tool("FS.READ"), tool("read", {}, "fs")], "fs.read")).toBe(1);
    expect(found([server("read"), tool("read", {}, "net")], "fs.read")).toBeUndefined();
  });

  it("then takes the name in another case, then the last part of a name", () => {
    expect(found([tool("x__read"), tool("READ")], "Read")).toBe(1);
    expect(found([tool("other"), tool("mcp__FS__Read")], "read")).toBe(1);
    expect(found([tool("fs.Read")], "READ")).toBe(0);
    expect(found([tool("fs_read"), tool("spread")], "read")).toBeUndefined();
  });
});

describe("a tool that a text mentions", () => {
  const tools = [tool("get_weather"), tool("a.b"), server("search")];
  it.each([
    ["please use get_weather", 0],
    ["Call `get_weather`", 0],
    ['use "get_weather" now', 0],
    ["use 'a.b' now", 1],
    ["You may use get_weather.", 0],
    ["use nothing, but call a.b.", 1],
    ["get_weather", undefined],
    ["reuse get_weather", undefined],
    ["use the get_weather", undefined],
    ["use  get_weather", undefined],
    ["use GET_WEATHER", undefined],
    ["use search", undefined],
  ])("%j", (text, index) => {
    expect(findMentioned(tools, text)).toBe(index === undefined ? undefined : tools[index]);
  });
});

describe("a made call", () => {
  const parameters = {
    type: "object",
    properties: {
      count: { type: "integer" },
      unit: { type: "string", enum: ["c"] },
      note: { type: ["null", "STRING"] },
      city: { type: "string" },
    },
    required: ["count", "city"],
  };

  it("has the arguments of the directive when they are an object", () => {
    expect(makeCall(tool("t", parameters), { tool: "t", input: '{"x":1}' })).toEqual({
      name: "t",
      kind: "function",
      input: { x: 1 },
    });
  });

  it("has made-up arguments without any in the directive", () => {
    const input = { count: 0, unit: "c", note: "simulated", city: "simulated" };
    expect(makeCall(tool("t", parameters)).input).toEqual(input);
    expect(makeCall(tool("t", parameters), { tool: "t", input: "" }).input).toEqual(input);
    expect(makeCall(tool("t")).input).toEqual({});
    expect(makeCall(tool("t", { type: "string" })).input).toEqual({});
  });

  it("takes plain text for the first argument that is required and takes text, and makes up the required rest", () => {
    const given = (schema: object | undefined, input: string) =>
      makeCall(tool("t", schema), { tool: "t", input }).input;
    expect(given(parameters, "Rome")).toEqual({ count: 0, city: "Rome" });
    expect(given(parameters, "[1]")).toEqual({ count: 0, city: "[1]" });
    expect(given({ ...parameters, required: [] }, "Rome")).toEqual({ note: "Rome" });
    const { required: _, ...optional } = parameters;
    expect(given(optional, "Rome")).toEqual({ note: "Rome" });
    expect(given({ type: "object", properties: { n: { type: "integer" }, s: true } }, "x")).toEqual({
      input: "x",
    });
    expect(given({ type: "object" }, "x")).toEqual({ input: "x" });
    expect(given(undefined, "x")).toEqual({ input: "x" });
  });

  it("keeps the namespace of its tool", () => {
    expect(makeCall(tool("t", {}, "fs"))).toMatchObject({ name: "t", namespace: "fs" });
    expect(makeCall(tool("t", {}))).not.toHaveProperty("namespace");
    expect(makeCall({ ...server("s"), namespace: "fs" } as never)).toEqual({
      name: "s",
      kind: "function",
      input: {},
    });
  });

  it("gives a custom tool text", () => {
    const custom: Tool = { kind: "custom", name: "c", format: undefined };
    expect(makeCall(custom, { tool: "c", input: "a b" })).toEqual({
      name: "c",
      kind: "custom",
      input: undefined,
      inputText: "a b",
    });
    expect(makeCall(custom).inputText).toBe("simulated");
    expect(makeCall(custom, { tool: "c", input: "" }).inputText).toBe("simulated");
  });
});
