import type { HostedTool } from "../../../contract/index.ts";
import { HostedMembers } from "../../hosted/hosted-members.ts";
import type { PlacedTool, PlaceHosted } from "../../hosted/placement.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { ID, takesMixedTools } from "../wire.ts";

/** Reads a vendor-run tool that other vendors have too; undefined for any other. `name` is its member, in camel case. */
export function readHosted(name: string, value: unknown): HostedTool | undefined {
  const members = new HostedMembers(isMembers(value) ? value : {});
  switch (name) {
    case "googleSearch":
      return readSearch(members);
    case "googleSearchRetrieval":
      return { kind: "web_search", ...members.rest() };
    case "urlContext":
      return { kind: "web_fetch", ...members.rest() };
    case "codeExecution":
      return { kind: "code_execution", ...members.rest() };
    default:
      return undefined;
  }
}

function readSearch(members: HostedMembers): HostedTool {
  const blockedDomains = members.texts("excludeDomains") ?? members.texts("exclude_domains");
  const range: { after?: string; before?: string } = {};
  for (const name of ["timeRangeFilter", "time_range_filter"]) {
    members.object(name, (inner) => {
      const after = inner.text("startTime") ?? inner.text("start_time");
      const before = inner.text("endTime") ?? inner.text("end_time");
      if (after !== undefined) range.after = after;
      if (before !== undefined) range.before = before;
    });
  }
  return {
    kind: "web_search",
    ...(blockedDomains === undefined || blockedDomains.length === 0 ? {} : { blockedDomains }),
    ...range,
    ...members.rest(),
  };
}

/** Reads an MCP server that the vendor connects to; undefined if it has no name or no address. */
export function readServer(value: unknown): Extract<HostedTool, { kind: "mcp" }> | undefined {
  if (!isMembers(value)) return undefined;
  const members = new HostedMembers(value);
  const server = members.text("name");
  const found: { url?: string | undefined; headers?: string[] } = {};
  const settings: string[] = [];
  for (const name of ["streamableHttpTransport", "streamable_http_transport"]) {
    members.object(name, (inner) => {
      found.url = inner.text("url");
      inner.object("headers", (headers) => {
        found.headers = headers.names();
      });
      for (const one of TIMES) if (inner.text(one) !== undefined) settings.push(`${name}.${one}`);
      if (inner.flag("terminateOnClose") !== undefined) settings.push(`${name}.terminateOnClose`);
    });
  }
  const { url, headers = [] } = found;
  if (server === undefined || url === undefined) return undefined;
  const { restrictions, others = [] } = members.rest();
  const rest = [...others, ...settings];
  return {
    kind: "mcp",
    server,
    url,
    ...(headers.length === 0 ? {} : { headers }),
    ...(restrictions === undefined ? {} : { restrictions }),
    ...(rest.length === 0 ? {} : { others: rest }),
  };
}

const TIMES = ["timeout", "sseReadTimeout", "sse_read_timeout"];

/** Writes a vendor-run tool. */
export const placeHosted: PlaceHosted = (tool, { model, hasFunctions }) => {
  const mixes = takesMixedTools(model);
  if (hasFunctions && !mixes)
    return { unable: `${model} takes its own tools or functions, not both`, feature: `tool.${tool.kind}` };
  const value = writeTool(tool);
  const [name] = Object.keys(value);
  const placed: PlacedTool = { name: name!, value, ...lossesOf(tool) };
  if (!hasFunctions) return placed;
  // The model then says what it searched for, and functions are called in the mode that goes with it.
  return {
    ...placed,
    request: { toolConfig: { includeServerSideToolInvocations: true } },
    free: { mode: "auto", vendor: { [ID]: { mode: "VALIDATED" } } },
  };
};

function lossesOf(tool: HostedTool): Pick<PlacedTool, "losses"> {
  if (tool.kind !== "mcp" || !/\/sse\/?$/.test(tool.url)) return {};
  const reason = "the API speaks streamable HTTP, and the address looks like one for server-sent events";
  return { losses: [{ feature: "tool.mcp", reason }] };
}

function writeTool(tool: HostedTool): Members {
  switch (tool.kind) {
    case "web_search": {
      const { after, before } = tool;
      if (after === undefined && before === undefined) return { googleSearch: {} };
      const range = {
        ...(after === undefined ? {} : { startTime: after }),
        ...(before === undefined ? {} : { endTime: before }),
      };
      return { googleSearch: { timeRangeFilter: range } };
    }
    case "web_fetch":
      return { urlContext: {} };
    case "code_execution":
      return { codeExecution: {} };
    case "mcp":
      return { mcpServers: [{ name: tool.server, streamableHttpTransport: { url: tool.url } }] };
  }
}
