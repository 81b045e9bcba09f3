import { isMembers, type Members } from "../members/members.ts";
import { type OfferedTool, textOf } from "./offered-tool.ts";

const SERVER_NAMES = ["server_label", "mcp_server_name", "serverName", "name"] as const;
const ADDRESSES = ["server_url", "url"] as const;

/** Whether an entry among the tools stands for an MCP server. */
export function isMcpEntry(entry: Members): boolean {
  const type = textOf(entry, "type");
  return (
    (type !== undefined && /^mcp/i.test(type)) ||
    ["server_label", "mcp_server_name", "server_url", "connector_id"].some((name) => name in entry)
  );
}

/**
 * The tools that an entry for an MCP server offers. A server whose entry does not list its tools is offered whole,
 * because nobody here knows which tools it has. The server's address counts as another name of it: the caller chooses
 * the label. `definition` has the address, if it does not stand in the entry itself.
 */
export function listMcpTools(entry: Members, where: string, definition: Members = entry): OfferedTool[] {
  const server = SERVER_NAMES.map((name) => textOf(entry, name)).find((name) => name !== undefined) ?? "";
  const others = [...addressNames(definition), textOf(definition, "connector_id")].filter(
    (name) => name !== undefined,
  );
  const type = textOf(entry, "type");
  const listed = listedTools(entry);
  return (listed ?? ["*"]).map((name) => ({
    name,
    server,
    hosts: others,
    aliases: [...others.map((other) => `mcp__${other}__${name}`), ...(type === undefined ? [] : [type])],
    ...(listed === undefined ? { isWholeServer: true } : {}),
    where,
    runsElsewhere: true,
  }));
}

// The forms of OpenAI, and of Anthropic's older and newer connectors; undefined if all tools are offered.
function listedTools(entry: Members): readonly string[] | undefined {
  const { tool_configuration: configuration, default_config: preset, configs } = entry;
  if (isMembers(preset) && preset["enabled"] === false) {
    return Object.entries(isMembers(configs) ? configs : {})
      .filter(([, config]) => !isMembers(config) || config["enabled"] !== false)
      .map(([name]) => name);
  }
  const settings = isMembers(configuration) ? configuration : entry;
  if (settings !== entry && settings["enabled"] === false) return [];
  const allowed = settings["allowed_tools"];
  const names = isMembers(allowed) ? allowed["tool_names"] : allowed;
  return Array.isArray(names) && names.every((name) => typeof name === "string") ? names : undefined;
}

function addressNames(entry: Members): string[] {
  const nested = Object.values(entry).filter(isMembers);
  return [entry, ...nested].flatMap((members) =>
    ADDRESSES.flatMap((name) => {
      const address = textOf(members, name);
      const host = address === undefined ? undefined : URL.parse(address)?.hostname;
      return host === undefined || host === "" ? [] : [host];
    }),
  );
}
