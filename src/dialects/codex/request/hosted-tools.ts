import type { HostedTool } from "../../../contract/index.ts";
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

// A container of its own is plain computing; an id, files or a network policy belong to the caller's account.
function readInterpreter(members: HostedMembers): HostedTool {
  members.object("container", (container) => {
    container.text("type");
  });
  const { restrictions = [], others = [] } = members.rest();
  const isBound = others.includes("container");
  const bound = isBound ? [...restrictions, "container"] : restrictions;
  const rest = others.filter((name) => name !== "container");
  return {
    kind: "code_execution",
    ...(bound.length === 0 ? {} : { restrictions: bound }),
    ...(rest.length === 0 ? {} : { others: rest }),
  };
}

function readMcp(members: HostedMembers): HostedTool | undefined {
  const server = members.text("server_label");
  const url = members.text("server_url");
  if (server === undefined || url === undefined) return undefined;
  const authorization = members.text("authorization");
  const approval = members.text("require_approval");
  const allowedTools = members.texts("allowed_tools");
  const { restrictions = [], others = [] } = members.rest();
  // The headers may hold credentials, and the description tells the model how to use the server.
  const bound = [...restrictions, ...others.filter((name) => name === "headers")];
  const rest = others.filter((name) => name !== "headers");
  return {
    kind: "mcp",
    server,
    url,
    ...(authorization === undefined ? {} : { authorization }),
    ...(allowedTools === undefined ? {} : { allowedTools }),
    // The API asks for consent unless it is told not to.
    needsApproval: approval !== "never",
    ...(bound.length === 0 ? {} : { restrictions: bound }),
    ...(rest.length === 0 ? {} : { others: rest }),
  };
}

/** Writes a vendor-run tool. */
export const placeHosted: PlaceHosted = (tool, { isOnlyHosted }) => {
  switch (tool.kind) {
    case "web_search":
      return placeSearch(tool, isOnlyHosted);
    case "code_execution":
      return placed({ type: "code_interpreter", container: { type: "auto" } });
    case "mcp":
      return placed({
        type: "mcp",
        server_label: tool.server,
        server_url: tool.url,
        ...(tool.authorization === undefined ? {} : { authorization: tool.authorization }),
        ...(tool.allowedTools === undefined ? {} : { allowed_tools: tool.allowedTools }),
        require_approval: tool.needsApproval === true ? "always" : "never",
      });
    case "web_fetch":
      return { unable: "there is no tool that reads pages", feature: "tool.web_fetch" };
  }
};

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
  const type = String(value["type"]);
  const label = value["server_label"];
  const choice = label === undefined ? { type } : { type, server_label: label };
  return { name: type, value, choice: { mode: "tool", name: type, vendor: { [ID]: choice } } };
}
