import type { HostedTool } from "../../../contract/index.ts";
import { textOfJson } from "../../../lib/index.ts";
import { HostedMembers } from "../../hosted/hosted-members.ts";
import type { HostedLoss, PlacedTool, PlaceHosted, UnplacedTool } from "../../hosted/placement.ts";
import type { Members } from "../../members/members.ts";
import { ID, INCLUDE_SOURCES } from "../wire.ts";

type WebSearch = Extract<HostedTool, { kind: "web_search" }>;

const SEARCH_TYPE = /^web_search(?:_preview)?(?:_\d{4}_\d{2}_\d{2})?$/;

/** The most domains that a list of the API takes. */
const MAX_DOMAINS = 100;

/** Reads a vendor-run tool that other vendors have too; undefined for any other. */
export function readHosted(type: string, value: Members): HostedTool | undefined {
  const members = new HostedMembers(value, "type");
  if (SEARCH_TYPE.test(type)) return readSearch(members);
  if (type === "code_interpreter") return readInterpreter(members);
  return type === "mcp" ? readMcp(members) : undefined;
}

function readSearch(members: HostedMembers): WebSearch {
  const search: WebSearch = { kind: "web_search" };
  members.object("filters", (filters) => {
    const allowed = filters.texts("allowed_domains");
    const blocked = filters.texts("blocked_domains");
    if (allowed !== undefined) search.allowedDomains = allowed;
    if (blocked !== undefined && blocked.length > 0) search.blockedDomains = blocked;
  });
  members.object("user_location", (inner) => {
    inner.text("type");
    const location: NonNullable<WebSearch["location"]> = {};
    for (const name of ["city", "region", "country", "timezone"] as const) {
      const text = inner.text(name);
      if (text !== undefined) location[name] = text;
    }
    if (Object.keys(location).length > 0) search.location = location;
  });
  const contextSize = members.text("search_context_size");
  if (contextSize !== undefined) search.contextSize = contextSize;
  const live = members.flag("external_web_access");
  if (live !== undefined) search.live = live;
  return { ...search, ...members.rest() };
}

// A container of its own is plain computing. An id and files belong to the caller's account, and a network policy limits
// what the code reaches. Its size is a setting.
function readInterpreter(members: HostedMembers): HostedTool {
  let usesKept = members.text("container") !== undefined;
  let isSized = false;
  members.object("container", (container) => {
    container.text("type");
    isSized = container.text("memory_limit") !== undefined;
    usesKept = (container.texts("file_ids") ?? []).length > 0;
  });
  const { restrictions = [], others = [] } = members.rest();
  const bound = others.includes("container") ? [...restrictions, "container"] : restrictions;
  const rest = others.filter((name) => name !== "container");
  if (isSized) rest.push("container.memory_limit");
  return {
    kind: "code_execution",
    ...(usesKept ? { usesKept } : {}),
    ...(bound.length === 0 ? {} : { restrictions: bound }),
    ...(rest.length === 0 ? {} : { others: rest }),
  };
}

/** Without it, a response has the code that was run and not its output. */
const INCLUDE_OUTPUTS = "code_interpreter_call.outputs";

function readMcp(members: HostedMembers): HostedTool | undefined {
  const server = members.text("server_label");
  const url = members.text("server_url");
  if (server === undefined || url === undefined) return undefined;
  const authorization = members.text("authorization");
  const approval = members.text("require_approval");
  let allowedTools = members.texts("allowed_tools");
  // A filter by what the server says of its tools is not read, so it counts as a limit.
  members.object("allowed_tools", (filter) => {
    allowedTools = filter.texts("tool_names");
  });
  let free: readonly string[] = [];
  members.object("require_approval", (filter) => {
    filter.object("never", (inner) => {
      free = inner.texts("tool_names") ?? [];
    });
    filter.object("always", (inner) => inner.texts("tool_names"));
  });
  const isFree = allowedTools?.every((name) => free.includes(name));
  let headers: string[] | undefined;
  members.object("headers", (inner) => {
    headers = inner.names();
  });
  const { restrictions, others } = members.rest("allowed_callers");
  return {
    kind: "mcp",
    server,
    url,
    ...(authorization === undefined ? {} : { authorization }),
    ...(allowedTools === undefined ? {} : { allowedTools }),
    // The API asks for consent unless the request says not to.
    needsApproval: approval !== "never" && isFree !== true,
    ...(headers === undefined || headers.length === 0 ? {} : { headers }),
    ...(restrictions === undefined ? {} : { restrictions }),
    ...(others === undefined ? {} : { others }),
  };
}

/** Writes a vendor-run tool. */
export const placeHosted: PlaceHosted = (tool, { isOnlyHosted }) => {
  switch (tool.kind) {
    case "web_search":
      return placeSearch(tool, isOnlyHosted);
    case "code_execution":
      return {
        ...placed({ type: "code_interpreter", container: { type: "auto" } }),
        request: { include: [INCLUDE_OUTPUTS] },
      };
    case "mcp":
      return placeServer(tool);
    case "web_fetch":
      return { unable: "there is no tool that reads pages", feature: "tool.web_fetch" };
  }
};

// The caller's credentials for the server are not part of it.
function placeServer(tool: Extract<HostedTool, { kind: "mcp" }>): PlacedTool {
  const label = serverLabel(tool.server);
  const reason = `the server is called ${label}, because the API takes no label like ${JSON.stringify(tool.server)}`;
  return {
    ...placed({
      type: "mcp",
      server_label: label,
      server_url: tool.url,
      ...(tool.allowedTools === undefined ? {} : { allowed_tools: tool.allowedTools }),
      require_approval: tool.needsApproval === true ? "always" : "never",
    }),
    name: tool.server,
    ...(label === tool.server ? {} : { losses: [{ feature: "tool.mcp" as const, reason }] }),
  };
}

// A label begins with a letter and has letters, digits, hyphens and underscores.
function serverLabel(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_-]/g, "_");
  return /^[A-Za-z]/.test(plain) ? plain : `server_${plain}`;
}

function placeSearch(tool: WebSearch, isOnlyHosted: boolean): PlacedTool | UnplacedTool {
  const { allowedDomains: allowed, blockedDomains: blocked, location, contextSize, live, maxUses } = tool;
  if ((allowed?.length ?? 0) > MAX_DOMAINS || (blocked?.length ?? 0) > MAX_DOMAINS) {
    const isAllowed = (allowed?.length ?? 0) > MAX_DOMAINS;
    const feature = isAllowed ? "tool.web_search.allowed_domains" : "tool.web_search.blocked_domains";
    return { unable: `the API takes at most ${MAX_DOMAINS} domains`, feature };
  }
  const filters = {
    ...(allowed === undefined ? {} : { allowed_domains: allowed }),
    ...(blocked === undefined ? {} : { blocked_domains: blocked }),
  };
  const value: Members = { type: "web_search" };
  if (Object.keys(filters).length > 0) value["filters"] = filters;
  if (contextSize !== undefined) value["search_context_size"] = contextSize;
  if (location !== undefined) value["user_location"] = { type: "approximate", ...location };
  if (live !== undefined) value["external_web_access"] = live;
  const caps = maxUses !== undefined && isOnlyHosted;
  const losses: HostedLoss[] = [];
  if (maxUses !== undefined && !isOnlyHosted) {
    const reason = "the API counts the calls of all its tools together, so the search alone has no limit";
    losses.push({ feature: "tool.web_search.max_uses", reason });
  }
  return {
    ...placed(value),
    request: { include: [INCLUDE_SOURCES], ...(caps ? { max_tool_calls: maxUses } : {}) },
    losses,
  };
}

function placed(value: Members): PlacedTool {
  const type = textOfJson(value["type"]);
  const label = value["server_label"];
  const choice = label === undefined ? { type } : { type, server_label: label };
  return { name: type, value, choice: { mode: "tool", name: type, vendor: { [ID]: choice } } };
}
