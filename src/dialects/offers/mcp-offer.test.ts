import { describe, expect, test } from "vitest";
import { isMcpEntry, listMcpTools } from "./mcp-offer.ts";

const namesOf = (entry: Record<string, unknown>) => listMcpTools(entry, "$").map(({ name }) => name);

describe("an entry among the tools", () => {
  test.each([
    { type: "mcp" },
    { type: "MCP_toolset" },
    { server_label: 1 },
    { mcp_server_name: "" },
    { server_url: null },
    { connector_id: "c" },
  ])("stands for an MCP server: %j", (entry) => {
    expect(isMcpEntry(entry)).toBe(true);
  });

  test.each([{}, { type: "function" }, { type: "my_mcp" }, { type: 1, name: "mcp", url: "x" }])(
    "stands for no MCP server: %j",
    (entry) => {
      expect(isMcpEntry(entry)).toBe(false);
    },
  );
});

describe("the tools of an MCP server", () => {
  test.each([
    [{ server_label: "a", mcp_server_name: "b", serverName: "c", name: "d" }, "a"],
    [{ server_label: "", mcp_server_name: "b", serverName: "c", name: "d" }, "b"],
    [{ serverName: "c", name: "d" }, "c"],
    [{ name: "d" }, "d"],
    [{}, ""],
  ])("have the server's name: %j", (entry, server) => {
    expect(listMcpTools(entry, "$.tools[1]")).toStrictEqual([
      {
        name: "*",
        server,
        hosts: [],
        aliases: [],
        isWholeServer: true,
        where: "$.tools[1]",
        runsElsewhere: true,
      },
    ]);
  });

  test("have the addresses, the connector and the type as other names", () => {
    const entry = {
      type: "mcp",
      server_label: "hub",
      server_url: "https://one.example/x",
      url: "https://two.example",
      transport: { url: "https://three.example", deep: { url: "https://four.example" } },
      connector_id: "drive",
      allowed_tools: ["a"],
    };
    expect(listMcpTools(entry, "$")).toStrictEqual([
      {
        name: "a",
        server: "hub",
        hosts: ["one.example", "two.example", "three.example", "drive"],
        aliases: [
          "mcp__one.example__a",
          "mcp__two.example__a",
          "mcp__three.example__a",
          "mcp__drive__a",
          "mcp",
        ],
        where: "$",
        runsElsewhere: true,
      },
    ]);
  });

  test("have no other names by an address without a host", () => {
    for (const url of ["no address", "file:///etc/passwd", "", 7, null])
      expect(listMcpTools({ url }, "$")[0]?.aliases).toEqual([]);
  });

  test("are all of them unless every entry of the list is a name", () => {
    expect(namesOf({ allowed_tools: ["a", 7] })).toEqual(["*"]);
    expect(namesOf({ allowed_tools: "a" })).toEqual(["*"]);
    expect(namesOf({ allowed_tools: { tool_names: "a" } })).toEqual(["*"]);
    expect(namesOf({ allowed_tools: { tool_names: ["a"] } })).toEqual(["a"]);
    expect(namesOf({ allowed_tools: [] })).toEqual([]);
    // Only the settings inside `tool_configuration` switch a server off.
    expect(namesOf({ enabled: false })).toEqual(["*"]);
    expect(namesOf({ tool_configuration: { enabled: false, allowed_tools: ["a"] } })).toEqual([]);
    expect(namesOf({ tool_configuration: { enabled: true, allowed_tools: ["a"] } })).toEqual(["a"]);
    expect(namesOf({ tool_configuration: { enabled: true }, allowed_tools: ["a"] })).toEqual(["*"]);
    expect(namesOf({ tool_configuration: 7, allowed_tools: ["a"] })).toEqual(["a"]);
  });

  test("are those that a toolset switches on, if it switches off the others", () => {
    const off = { default_config: { enabled: false } };
    const configs = { a: {}, b: { enabled: false }, c: 7, d: { enabled: true }, e: null };
    expect(namesOf({ ...off, configs })).toEqual(["a", "c", "d", "e"]);
    expect(namesOf({ ...off, configs: 7 })).toEqual([]);
    expect(namesOf(off)).toEqual([]);
    expect(namesOf({ default_config: { enabled: true }, configs })).toEqual(["*"]);
    expect(namesOf({ default_config: false, configs })).toEqual(["*"]);
  });
});
