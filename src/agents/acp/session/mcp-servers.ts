import type { McpServer, WorkOrder } from "../../../contract/index.ts";

/** The MCP servers of a work order, as the protocol writes them. */
export function mcpServers({ mcp_servers: servers = {} }: WorkOrder): readonly object[] {
  return Object.entries(servers).map(([name, server]) => ({ name, ...transport(server) }));
}

function transport({ command, args, env, url, headers }: McpServer): object {
  if (command !== undefined) return { command, args: args ?? [], env: pairs(env) };
  return { type: "http", url, headers: pairs(headers) };
}

function pairs(record: Readonly<Record<string, string>> = {}): readonly object[] {
  return Object.entries(record).map(([name, value]) => ({ name, value }));
}
