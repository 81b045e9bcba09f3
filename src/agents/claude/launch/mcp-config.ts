import type { McpServer } from "../../../contract/index.ts";

/** The file that names the MCP servers of a run. It may hold credentials, so it never goes into an argument. */
export function mcpConfig(servers: Readonly<Record<string, McpServer>>): string {
  const entries = Object.entries(servers).map(([name, server]) => [name, entryOf(server)]);
  return JSON.stringify({ mcpServers: Object.fromEntries(entries) });
}

function entryOf({ command, args, env, url, headers }: McpServer): object {
  if (url !== undefined) return { type: "http", url, headers: headers ?? {} };
  return { type: "stdio", command, args: args ?? [], env: env ?? {} };
}
