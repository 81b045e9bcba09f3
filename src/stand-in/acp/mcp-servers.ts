import { JsonRpcError } from "../../agents/index.ts";
import type { McpServer } from "../../contract/index.ts";
import { textOfJson } from "../../lib/index.ts";
import { isObject, textMember } from "../lines/json-lines.ts";
import { INVALID_PARAMS } from "./json-rpc-codes.ts";

/** Reads the MCP servers of a session. Throws a JsonRpcError for a transport that is not offered. */
export function readServers(list: unknown): Readonly<Record<string, McpServer>> {
  const servers: Record<string, McpServer> = {};
  for (const server of (Array.isArray(list) ? list : []).filter(isObject)) {
    const name = textMember(server, "name") ?? "";
    const command = textMember(server, "command");
    const url = textMember(server, "url");
    const args = Array.isArray(server["args"]) ? server["args"].map(textOfJson) : [];
    if (command !== undefined) servers[name] = { command, args, env: pairs(server["env"]) };
    else if (server["type"] === "http" && url !== undefined)
      servers[name] = { url, headers: pairs(server["headers"]) };
    else
      throw new JsonRpcError(
        INVALID_PARAMS,
        `the MCP server ${JSON.stringify(name)} is neither stdio nor http`,
      );
  }
  return servers;
}

/** Names and values, which the protocol writes as a list. */
function pairs(list: unknown): Record<string, string> {
  const entries = (Array.isArray(list) ? list : []).filter(isObject);
  return Object.fromEntries(entries.map(({ name, value }) => [textOfJson(name), textOfJson(value)]));
}
