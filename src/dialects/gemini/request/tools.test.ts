import { describe, expect, it } from "vitest";
import type { Tool } from "../../../contract/index.ts";
import type { WriterNote } from "../../codec/writer-note.ts";
import { IdMap, Origins } from "../../index.ts";
import { readTools, writeTools } from "./tools.ts";

const url = "https://docs.test/mcp";
const server = { name: "docs", streamableHttpTransport: { url } };
const read = (value: unknown) => readTools(value, "$.tools", new Origins());
const write = (tools: readonly Tool[]) => {
  const notes: WriterNote[] = [];
  return { written: writeTools(tools, { ids: new IdMap(), note: (note) => notes.push(note) }), notes };
};

describe("the tools of a request", () => {
  it.each<[object, Tool[]]>([
    [{}, []],
    [{ googleSearch: null }, []],
    [{ functionDeclarations: [{ name: "f" }] }, [{ kind: "function", name: "f", parameters: undefined }]],
    [
      {
        functionDeclarations: [
          { name: "f", description: "d", parametersJsonSchema: { type: "object" }, odd: 1 },
        ],
      },
      [
        {
          kind: "function",
          name: "f",
          description: "d",
          parameters: { type: "object" },
          vendor: { gemini: { odd: 1 } },
        },
      ],
    ],
    [
      { google_search: {} },
      [
        {
          kind: "server",
          name: "google_search",
          dialect: "gemini",
          value: { google_search: {} },
          hosted: { kind: "web_search" },
        },
      ],
    ],
    [
      { googleMaps: {} },
      [{ kind: "server", name: "googleMaps", dialect: "gemini", value: { googleMaps: {} } }],
    ],
    [
      { mcp_servers: [server, { odd: 1 }] },
      [
        {
          kind: "server",
          name: "docs",
          dialect: "gemini",
          value: { mcp_servers: [server] },
          hosted: { kind: "mcp", server: "docs", url },
        },
        { kind: "server", name: "mcp_servers", dialect: "gemini", value: { mcp_servers: [{ odd: 1 }] } },
      ],
    ],
    [
      { mcpServers: [] },
      [{ kind: "server", name: "mcpServers", dialect: "gemini", value: { mcpServers: [] } }],
    ],
  ])("%j are read", (tool, tools) => {
    expect(read([tool])).toStrictEqual(tools);
    expect(read(tool)).toStrictEqual(tools);
  });

  it.each([
    ["x", "$.tools is string, expected a list"],
    [["x"], "$.tools[0] is string, expected an object"],
    [[{ functionDeclarations: [{}] }], "$.tools[0].functionDeclarations[0].name is required"],
  ])("%j are a fault", (value, message) => expect(() => read(value)).toThrow(message));

  const mcp = (name: string, spelled = "mcpServers"): Tool => ({
    kind: "server",
    name,
    dialect: "gemini",
    value: { [spelled]: [{ name }] },
  });
  const search: Tool = { kind: "server", name: "s", dialect: "gemini", value: { googleSearch: {} } };
  const f: Tool = { kind: "function", name: "f", parameters: undefined };

  it.each<[Tool[], object]>([
    [[], []],
    [
      [{ ...f, description: "d", parameters: {} }],
      [
        {
          functionDeclarations: [{ name: "f", description: "d", parametersJsonSchema: { type: "object" } }],
        },
      ],
    ],
    [
      [f, search, { ...f, name: "g", parameters: null }],
      [{ functionDeclarations: [{ name: "f" }, { name: "g" }] }, { googleSearch: {} }],
    ],
    [[mcp("a"), mcp("b")], [{ mcpServers: [{ name: "a" }, { name: "b" }] }]],
    [
      [mcp("a"), search, mcp("b")],
      [{ mcpServers: [{ name: "a" }] }, { googleSearch: {} }, { mcpServers: [{ name: "b" }] }],
    ],
    [
      [mcp("a"), mcp("b", "mcp_servers")],
      [{ mcpServers: [{ name: "a" }] }, { mcp_servers: [{ name: "b" }] }],
    ],
    [[{ ...search, dialect: "codex" }], []],
    [[{ ...search, value: "x" }], []],
  ])("%j are written", (tools, written) => expect(write(tools)).toStrictEqual({ written, notes: [] }));

  it.each(["1f", "f g", "", "f".repeat(129)])("need a name unlike %j", (name) => {
    const tool: Tool = { ...f, name };
    const reason = `Gemini takes no function name like ${JSON.stringify(name)}`;
    expect(write([tool]).notes).toStrictEqual([
      { node: tool, at: "", disposition: "refused", reason, feature: "tool.function" },
    ]);
  });

  it.each(["f", "_f", "a.b:c-d_1", "f".repeat(128)])("may have the name %j", (name) => {
    expect(write([{ ...f, name }])).toStrictEqual({
      written: [{ functionDeclarations: [{ name }] }],
      notes: [],
    });
  });
});
