import { AbpError, McpServer } from "../../../contract/index.ts";
import { isObject, readObject } from "../../lines/json-lines.ts";
import { claudeFeatures } from "../features.ts";

/** The MCP servers of `--mcp-config`. */
export interface McpConfig {
  readonly servers: Readonly<Record<string, McpServer>>;
  /** The names of servers that run inside of the program. Some SDKs name them here, others in `initialize`. */
  readonly sdkServers: readonly string[];
}

/** Reads the JSON of `--mcp-config`. Throws `usage_invalid`, and `capability_unsupported` for a transport that no backend has. */
export function readMcpConfig(text: string): McpConfig {
  const value = readObject(text)?.["mcpServers"];
  if (!isObject(value)) throw new AbpError("usage_invalid", "--mcp-config has no object `mcpServers`");
  const servers: Record<string, McpServer> = {};
  const sdkServers: string[] = [];
  for (const [name, entry] of Object.entries(value)) {
    if (!isObject(entry))
      throw new AbpError("usage_invalid", `the MCP server ${JSON.stringify(name)} is not an object`);
    const { type, ...members } = entry;
    if (type === "sdk") {
      sdkServers.push(name);
      continue;
    }
    if (type === "sse") {
      throw new AbpError("capability_unsupported", claudeFeatures.mcp_sse_servers.words, { where: name });
    }
    const server = McpServer.safeParse(members);
    if (!server.success) {
      throw new AbpError(
        "usage_invalid",
        `the MCP server ${JSON.stringify(name)} has neither a command nor a url`,
      );
    }
    servers[name] = server.data;
  }
  return { servers, sdkServers };
}
