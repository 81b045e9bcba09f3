import { describe, expect, it } from "vitest";
import type { HostedTool, Tool } from "../../../contract/index.ts";
import { Cursor } from "../../members/cursor.ts";
import type { Members } from "../../members/members.ts";
import { Origins } from "../../origins.ts";
import { isDefinition, placeServer, readServers, writeServers } from "./mcp-servers.ts";

type RemoteMcp = Extract<HostedTool, { kind: "mcp" }>;

const url = "https://docs.test/";
const definition = { type: "url", name: "docs", url };
const server = { kind: "mcp", server: "docs", url };
const toolset = { type: "mcp_toolset", mcp_server_name: "docs" };
const selecting = (value: Members): Tool => ({ kind: "server", name: "t", dialect: "claude", value });
const defining = (value: Members): Tool => selecting({ mcp_servers: value });

function read(list: unknown, tools: Tool[] = []) {
  const body: Members = { mcp_servers: list };
  const origins = new Origins();
  const cursor = new Cursor(body, "$");
  const found = readServers(cursor, tools, origins);
  return { found, hosted: found.map((tool) => (tool.kind === "server" ? tool.hosted : undefined)), origins };
}

describe("a definition of a server", () => {
  it.each([
    [{}, {}],
    [{ authorization_token: "secret" }, { authorization: "secret" }],
    [{ tool_configuration: { allowed_tools: ["a"] } }, { allowedTools: ["a"] }],
    [{ tool_configuration: { enabled: true, allowed_tools: ["a"] } }, { allowedTools: ["a"] }],
    [{ tool_configuration: { enabled: false, allowed_tools: ["a"] } }, { allowedTools: [] }],
    [{ tool_configuration: { enabled: true } }, {}],
    [{ tool_configuration: { more: 1 } }, { others: ["tool_configuration"] }],
    [
      { allowed: 1, size: 2 },
      { restrictions: ["allowed"], others: ["size"] },
    ],
  ])("is read with %j", (more, hosted) => {
    const { found, origins } = read([{ ...definition, ...more }]);
    expect(found).toStrictEqual([
      {
        kind: "server",
        name: "docs",
        dialect: "claude",
        value: { mcp_servers: { ...definition, ...more } },
        hosted: { ...server, ...hosted },
      },
    ]);
    expect(origins.of(found[0]!)).toBe("$.mcp_servers[0]");
  });

  it.each([
    [undefined],
    ["docs"],
    [[]],
    [[1]],
    [[null]],
    [[definition, 1]],
    [[{ ...definition, type: "stdio" }]],
    [[{ ...definition, name: undefined }]],
    [[{ ...definition, url: 1 }]],
  ])("that cannot be read leaves the tools as they are: %j", (list) => {
    const tools = [selecting(toolset)];
    expect(read(list, tools).found).toBe(tools);
  });

  it("is a tool of this dialect with the member of the request", () => {
    expect(isDefinition(defining(definition))).toBe(true);
    expect(isDefinition(selecting(toolset))).toBe(false);
    expect(isDefinition({ ...defining(definition), dialect: "codex" } as Tool)).toBe(false);
    expect(isDefinition({ ...defining(definition), kind: "function" } as unknown as Tool)).toBe(false);
    expect(isDefinition({ ...selecting({}), value: "mcp_servers" } as Tool)).toBe(false);
  });
});

describe("a toolset", () => {
  it.each([
    [{}, {}],
    [{ cache_control: {} }, {}],
    [{ default_config: { enabled: true } }, {}],
    [{ default_config: { enabled: false } }, { allowedTools: [] }],
    [
      { default_config: { enabled: false }, configs: { a: { enabled: true }, b: {}, c: 1 } },
      { allowedTools: ["a"], others: ["configs"] },
    ],
    [{ default_config: { enabled: false }, configs: { a: { enabled: true } } }, { allowedTools: ["a"] }],
    [{ configs: { a: { enabled: true }, b: {} } }, {}],
    [{ configs: { a: { enabled: false } } }, { restrictions: ["configs"] }],
    [{ allowed: 1, configs: { a: { enabled: false } } }, { restrictions: ["allowed", "configs"] }],
    [{ configs: { a: null } }, {}],
    [{ configs: 1 }, { others: ["configs"] }],
    [{ default_config: { defer: true } }, { others: ["default_config"] }],
    [
      { tools: [], size: 1, filter: 2 },
      { restrictions: ["filter", "tools"], others: ["size"] },
    ],
  ])("is read with %j", (more, hosted) => {
    const tool = selecting({ ...toolset, ...more });
    const { found, hosted: read_ } = read([definition], [tool]);
    expect(read_).toStrictEqual([{ ...server, ...hosted }, server]);
    expect(found[0]).toEqual({ ...tool, hosted: { ...server, ...hosted } });
  });

  it.each<[Tool]>([
    [selecting({ ...toolset, type: "other" })],
    [selecting({ ...toolset, mcp_server_name: "other" })],
    [{ ...selecting({}), value: "x" } as Tool],
    [{ ...selecting({}), value: null } as Tool],
    [{ kind: "function", name: "f", parameters: {}, value: toolset } as unknown as Tool],
  ])("is not read from %j", (tool) => {
    expect(read([definition], [tool]).found[0]).toBe(tool);
  });

  it("belongs to the first of two servers with its name", () => {
    const second = { ...definition, url: "https://other.test/" };
    expect(read([definition, second], [selecting(toolset)]).hosted[0]).toEqual(server);
  });

  it("keeps its place in the request", () => {
    const tool = selecting(toolset);
    const origins = new Origins();
    origins.mark(tool, "$.tools[3]");
    const [first] = readServers(new Cursor({ mcp_servers: [definition] }, "$"), [tool], origins);
    expect(origins.of(first!)).toBe("$.tools[3]");
    const made = read([definition], [selecting(toolset)]);
    expect(made.origins.of(made.found[0]!)).toBe("$");
  });
});

describe("a server is written", () => {
  const remote: RemoteMcp = { kind: "mcp", server: "docs", url };

  it.each<[Partial<RemoteMcp>, Members]>([
    [{}, {}],
    [{ authorization: "secret" }, {}],
    [{ allowedTools: [] }, { default_config: { enabled: false }, configs: {} }],
    [
      { allowedTools: ["a", "b"] },
      { default_config: { enabled: false }, configs: { a: { enabled: true }, b: { enabled: true } } },
    ],
  ])("as its definition and a toolset: %j", (more, config) => {
    expect(placeServer({ ...remote, ...more }, false, false)).toEqual({
      name: "docs",
      value: { ...toolset, ...config },
      request: { mcp_servers: [definition] },
      choice: { mode: "required" },
    });
  });

  it("only if it has an https address, and if it is alone or not forced", () => {
    const address = { unable: "the API connects to https addresses only", feature: "tool.mcp" };
    const forced = { unable: "the API cannot force the tools of one server", feature: "tool_choice.server" };
    expect(placeServer({ ...remote, url: "http://docs.test/" }, false, true)).toEqual(address);
    expect(placeServer({ ...remote, url: "http://https://" }, false, true)).toEqual(address);
    expect(placeServer({ ...remote, url: "HTTPS://docs.test/" }, true, true)).toMatchObject({ name: "docs" });
    expect(placeServer(remote, true, false)).toEqual(forced);
  });
});

describe("the servers of a body", () => {
  const hosted = { ...selecting(toolset), hosted: server } as Tool;
  const newer = ["anthropic-beta", "mcp-client-2025-11-20"];
  const older = ["anthropic-beta", "mcp-client-2025-04-04"];
  const other = { ...definition, name: "other" };

  it.each<[string, Members, Tool[], Members, unknown]>([
    ["none", { tools: [toolset] }, [], { tools: [toolset] }, undefined],
    ["own without toolset", {}, [defining(definition)], { mcp_servers: [definition] }, older],
    [
      "own not selected",
      { tools: [{ type: "x" }] },
      [defining(other)],
      { tools: [{ type: "x" }], mcp_servers: [other] },
      older,
    ],
    [
      "own",
      { tools: [toolset] },
      [defining(definition), hosted],
      { tools: [toolset], mcp_servers: [definition] },
      newer,
    ],
    [
      "placed and selected",
      {
        tools: [{ ...toolset, type: "x", mcp_server_name: "other" }, toolset],
        mcp_servers: [definition, other],
      },
      [hosted],
      { tools: [{ ...toolset, type: "x", mcp_server_name: "other" }, toolset], mcp_servers: [definition] },
      newer,
    ],
    ["placed and not selected", { tools: [], mcp_servers: [definition] }, [hosted], { tools: [] }, undefined],
    ["placed without tools", { tools: 1, mcp_servers: [definition] }, [hosted], { tools: 1 }, undefined],
    ["of the caller", { mcp_servers: [definition] }, [], { mcp_servers: [definition] }, older],
    [
      "of the caller beside others",
      { mcp_servers: [definition] },
      [selecting({}), { ...hosted, hosted: { kind: "web_search" } } as Tool],
      { mcp_servers: [definition] },
      older,
    ],
    [
      "of the caller beside functions",
      { mcp_servers: [definition] },
      [{ ...hosted, kind: "function" } as unknown as Tool],
      { mcp_servers: [definition] },
      older,
    ],
    ["no list", { mcp_servers: "x" }, [hosted], { mcp_servers: "x" }, older],
  ])("%s are written with the header that goes with them", (_, body, tools, written, header) => {
    const target = structuredClone(body);
    expect(writeServers(target, tools)).toEqual(header);
    expect(target).toEqual(written);
  });
});
