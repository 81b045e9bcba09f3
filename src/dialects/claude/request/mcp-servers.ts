import type { HostedTool, Tool } from "../../../contract/index.ts";
import { HostedMembers } from "../../hosted/hosted-members.ts";
import type { PlacedTool, UnplacedTool } from "../../hosted/placement.ts";
import type { Cursor } from "../../members/cursor.ts";
import { isMembers, type Members } from "../../members/members.ts";
import type { Origins } from "../../origins.ts";
import { ID, MCP_SERVERS, MCP_TOOLSET } from "../wire.ts";

type RemoteMcp = Extract<HostedTool, { kind: "mcp" }>;

/** The betas of the connector: with a toolset among the tools for each server, and the older one without. */
const BETA = "mcp-client-2025-11-20";
const OLDER_BETA = "mcp-client-2025-04-04";

/**
 * Reads the servers that the vendor connects to. The definition of a server and the toolset that selects from it are one
 * tool each, with the same server in their neutral reading. Leaves everything as it is if a definition cannot be read.
 */
export function readServers(cursor: Cursor, tools: Tool[], origins: Origins): Tool[] {
  const list = cursor.peek(MCP_SERVERS);
  if (!Array.isArray(list) || list.length === 0) return tools;
  const read = list.map((item) => (isMembers(item) ? readDefinition(item) : undefined));
  const servers = read.filter((one) => one !== undefined);
  if (servers.length < read.length) return tools;
  cursor.take(MCP_SERVERS);
  const selecting = tools.map((tool) => {
    const hosted = tool.kind === "server" ? readToolset(tool.value, servers) : undefined;
    return hosted === undefined ? tool : origins.mark({ ...tool, hosted } as Tool, origins.of(tool) ?? "$");
  });
  const defining = servers.map((hosted, index): Tool => {
    const value = { [MCP_SERVERS]: list[index] as unknown };
    const tool: Tool = { kind: "server", name: hosted.server, dialect: ID, value, hosted };
    return origins.mark(tool, `${cursor.at(MCP_SERVERS)}[${index}]`);
  });
  return [...selecting, ...defining];
}

function readDefinition(value: Members): RemoteMcp | undefined {
  const members = new HostedMembers(value);
  const server = members.text("name");
  const url = members.text("url");
  if (server === undefined || url === undefined || members.text("type") !== "url") return undefined;
  const authorization = members.text("authorization_token");
  let allowedTools: string[] | undefined;
  members.object("tool_configuration", (inner) => {
    allowedTools = inner.texts("allowed_tools");
    if (inner.flag("enabled") === false) allowedTools = [];
  });
  return {
    kind: "mcp",
    server,
    url,
    ...(authorization === undefined ? {} : { authorization }),
    ...(allowedTools === undefined ? {} : { allowedTools }),
    ...members.rest("tool_configuration"),
  };
}

function readToolset(value: unknown, servers: readonly RemoteMcp[]): RemoteMcp | undefined {
  if (!isMembers(value) || value["type"] !== MCP_TOOLSET) return undefined;
  const defined = servers.find(({ server }) => server === value["mcp_server_name"]);
  if (defined === undefined) return undefined;
  const members = new HostedMembers(value, "type", "mcp_server_name", "cache_control");
  let isPreset = true;
  members.object("default_config", (inner) => {
    isPreset = inner.flag("enabled") ?? true;
  });
  const configs = isMembers(value["configs"]) ? value["configs"] : {};
  const isOn = (config: unknown) => (isMembers(config) ? config["enabled"] : undefined) ?? isPreset;
  const named = Object.entries(configs);
  members.object("configs", (inner) => {
    for (const [name] of named) inner.object(name, (config) => config.flag("enabled"));
  });
  const allowedTools = isPreset
    ? undefined
    : named.filter(([, one]) => isOn(one) === true).map(([name]) => name);
  const { restrictions = [], others = [] } = members.rest();
  // A list of tools that are switched off has no counterpart. Pinned definitions keep a server from changing its tools.
  if (isPreset && named.some(([, config]) => isOn(config) !== true)) restrictions.push("configs");
  const isLimit = (name: string) => name === "tools";
  const limits = [...restrictions, ...others.filter(isLimit)];
  const rest = others.filter((name) => !isLimit(name));
  return {
    kind: "mcp",
    server: defined.server,
    url: defined.url,
    ...(allowedTools === undefined ? {} : { allowedTools }),
    ...(limits.length === 0 ? {} : { restrictions: limits }),
    ...(rest.length === 0 ? {} : { others: rest }),
  };
}

/** Writes a server as its definition and a toolset. The caller's credentials for it are not part of either. */
export function placeServer(tool: RemoteMcp, isForced: boolean, isAlone: boolean): PlacedTool | UnplacedTool {
  const { server, url, allowedTools } = tool;
  if (!/^https:/i.test(url))
    return { unable: "the API connects to https addresses only", feature: "tool.mcp" };
  if (isForced && !isAlone)
    return { unable: "the API cannot force the tools of one server", feature: "tool_choice.server" };
  const toolset: Members = { type: MCP_TOOLSET, mcp_server_name: server };
  if (allowedTools !== undefined) {
    toolset["default_config"] = { enabled: false };
    toolset["configs"] = Object.fromEntries(allowedTools.map((name) => [name, { enabled: true }]));
  }
  return {
    name: server,
    value: toolset,
    request: { [MCP_SERVERS]: [{ type: "url", name: server, url }] },
    choice: { mode: "required" },
  };
}

/** Whether a tool is the definition of a server, which stands beside the tools. */
export function isDefinition(tool: Tool): boolean {
  return tool.kind === "server" && tool.dialect === ID && isMembers(tool.value) && MCP_SERVERS in tool.value;
}

/** Writes the definitions of servers into the body, and gives the header that goes with them. */
export function writeServers(body: Members, tools: readonly Tool[]): readonly string[] | undefined {
  const own = tools.filter(isDefinition).map((tool) => (tool as { value: Members }).value[MCP_SERVERS]);
  const written = Array.isArray(body["tools"]) ? (body["tools"] as Members[]) : [];
  const selected = written.filter(({ type }) => type === MCP_TOOLSET).map((one) => one["mcp_server_name"]);
  if (own.length > 0) body[MCP_SERVERS] = own;
  else if (Array.isArray(body[MCP_SERVERS]) && tools.some(isHosted)) {
    // The API refuses a server that no toolset selects from.
    const defined = (body[MCP_SERVERS] as Members[]).filter(({ name }) => selected.includes(name));
    if (defined.length > 0) body[MCP_SERVERS] = defined;
    else delete body[MCP_SERVERS];
  }
  if (body[MCP_SERVERS] === undefined) return undefined;
  return ["anthropic-beta", selected.length > 0 ? BETA : OLDER_BETA];
}

function isHosted(tool: Tool): boolean {
  return tool.kind === "server" && tool.hosted?.kind === "mcp";
}
