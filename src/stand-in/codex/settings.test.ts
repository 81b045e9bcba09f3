import { describe, expect, it } from "vitest";
import { readSettings } from "./settings.ts";

const none = {
  model: undefined,
  sandbox: undefined,
  mcpServers: {},
  deniesWebSearch: false,
  disclosed: new Set(),
};

describe("the settings of Codex", () => {
  it.each<[readonly string[], object]>([
    [[], {}],
    [["model=gpt"], { model: "gpt" }],
    [['model="a"', 'model="b"'], { model: "b" }],
    [["model=1"], {}],
    [["sandbox_mode=read-only"], { sandbox: "read-only" }],
    [["sandbox_mode=true"], {}],
    [["web_search=disabled"], { deniesWebSearch: true }],
    [["web_search=live"], {}],
    [["approval_policy=never"], {}],
    [[" model = a=b "], { model: " a=b " }],
    [
      ['mcp_servers.a.command="x"', 'mcp_servers.a.args=["1"]', 'mcp_servers.b.url="http://u"'],
      { mcpServers: { a: { command: "x", args: ["1"] }, b: { url: "http://u" } } },
    ],
    [
      ['mcp_servers.a.command="x"', 'mcp_servers.a.env={K="v"}', "mcp_servers.a.startup_timeout_sec=3"],
      { mcpServers: { a: { command: "x", env: { K: "v" } } } },
    ],
    [
      ['mcp_servers.b={url="http://u",http_headers={H="v"}}'],
      { mcpServers: { b: { url: "http://u", headers: { H: "v" } } } },
    ],
    [["mcp_servers=1"], {}],
    [["mcp_servers=1", 'mcp_servers.a.command="x"'], { mcpServers: { a: { command: "x" } } }],
  ])("%j are %j", (pairs, members) => {
    const read = readSettings(pairs);
    const shown = (server: object) =>
      Object.fromEntries(Object.entries(server).filter(([, one]) => one !== undefined));
    const mcpServers = Object.fromEntries(
      Object.entries(read.mcpServers).map(([name, server]) => [name, shown(server)]),
    );
    expect({ ...read, mcpServers }).toEqual({ ...none, ...members });
  });

  it.each([
    ["sandbox_workspace_write.network_access=true", "network"],
    ["model_reasoning_effort=high", "model_settings"],
    ["model_reasoning_summary=auto", "model_settings"],
    ["model_verbosity=low", "model_settings"],
    ["openai_base_url=http://x", "model_settings"],
    ["model_provider=x", "model_settings"],
    ["model_providers.x.name=y", "model_settings"],
    ["tools.view_image=true", "other_settings"],
    ["constructor=1", "other_settings"],
  ])("%s is not done, and said as %s", (pair, feature) => {
    expect(readSettings([pair]).disclosed).toEqual(new Set([feature]));
  });

  it.each([
    ["model", '--config "model" is not key=value'],
    ["a b=1", '--config "a b" is not the name of a setting'],
    ["=1", '--config "" is not the name of a setting'],
    ["mcp_servers.a.args=[]", 'the MCP server "a" has neither a command nor a url'],
    ["mcp_servers.a=1", 'the MCP server "a" has neither a command nor a url'],
  ])("%j is refused", (pair, message) => {
    expect(() => readSettings([pair])).toThrow(expect.objectContaining({ code: "usage_invalid", message }));
  });
});
