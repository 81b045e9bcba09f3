import type { HostedTool } from "../../../contract/index.ts";
import { overlaps } from "../../domain-list.ts";
import { HostedMembers } from "../../hosted/hosted-members.ts";
import type { PlacedTool, PlaceHosted, UnplacedTool } from "../../hosted/placement.ts";
import type { Members } from "../../members/members.ts";
import { placeServer } from "./mcp-servers.ts";

/** Reads a vendor-run tool that other vendors have too; undefined for any other. */
export function readHosted(type: string, value: Members): HostedTool | undefined {
  const members = new HostedMembers(value, "type", "name", "cache_control");
  if (/^web_search_\d{8}$/.test(type)) {
    const domains = readDomains(members);
    const location: Location = {};
    members.object("user_location", (inner) => {
      inner.text("type");
      for (const name of PLACES) put(location, name, inner.text(name));
    });
    return {
      kind: "web_search",
      ...domains,
      ...(Object.keys(location).length === 0 ? {} : { location }),
      ...members.rest(CALLERS),
    };
  }
  if (/^web_fetch_\d{8}$/.test(type)) {
    const domains = readDomains(members);
    const maxContentTokens = members.whole("max_content_tokens");
    let citations: boolean | undefined;
    members.object("citations", (inner) => {
      citations = inner.flag("enabled");
    });
    return {
      kind: "web_fetch",
      ...domains,
      ...(maxContentTokens === undefined ? {} : { maxContentTokens }),
      ...(citations === undefined ? {} : { citations }),
      ...members.rest(CALLERS),
    };
  }
  return /^code_execution_\d{8}$/.test(type)
    ? { kind: "code_execution", ...members.rest(CALLERS) }
    : undefined;
}

// Whether the model or code of its own may call the tool, which changes nothing that the tool reaches.
const CALLERS = "allowed_callers";

const PLACES = ["city", "region", "country", "timezone"] as const;
type Location = { [Name in (typeof PLACES)[number]]?: string };

function put(location: Location, name: keyof Location, value: string | undefined): void {
  if (value !== undefined) location[name] = value;
}

function readDomains(
  members: HostedMembers,
): Pick<Extract<HostedTool, { kind: "web_search" }>, "allowedDomains" | "blockedDomains" | "maxUses"> {
  const allowedDomains = members.texts("allowed_domains");
  const blockedDomains = members.texts("blocked_domains");
  const maxUses = members.whole("max_uses");
  return {
    ...(allowedDomains === undefined ? {} : { allowedDomains }),
    ...(blockedDomains === undefined || blockedDomains.length === 0 ? {} : { blockedDomains }),
    ...(maxUses === undefined ? {} : { maxUses }),
  };
}

/** Writes a vendor-run tool. The versions are the oldest of each, which every model takes. */
export const placeHosted: PlaceHosted = (tool, { hasFunctions, isOnlyHosted, isForced }) => {
  switch (tool.kind) {
    case "web_search":
      return named("web_search", "web_search_20250305", tool, {
        ...(tool.location === undefined ? {} : { user_location: { type: "approximate", ...tool.location } }),
      });
    case "web_fetch":
      return named("web_fetch", "web_fetch_20250910", tool, {
        ...(tool.maxContentTokens === undefined ? {} : { max_content_tokens: tool.maxContentTokens }),
        ...(tool.citations === undefined ? {} : { citations: { enabled: tool.citations } }),
      });
    case "code_execution":
      return named("code_execution", "code_execution_20250825", {}, {});
    case "mcp":
      return placeServer(tool, isForced, isOnlyHosted && !hasFunctions);
  }
};

function named(
  name: string,
  type: string,
  limits: {
    readonly maxUses?: number | undefined;
    readonly allowedDomains?: readonly string[] | undefined;
    readonly blockedDomains?: readonly string[] | undefined;
  },
  settings: Members,
): PlacedTool | UnplacedTool {
  const { allowedDomains: allowed, blockedDomains: blocked, maxUses } = limits;
  // The API takes one of the two lists.
  if (allowed !== undefined && blocked?.some((one) => allowed.some((other) => overlaps(one, other)))) {
    const feature = name === "web_search" ? "tool.web_search.both_lists" : "tool.web_fetch.domains";
    return { unable: "a blocked domain lies among the allowed ones, and the API takes one list", feature };
  }
  const value: Members = { type, name };
  if (maxUses !== undefined) value["max_uses"] = maxUses;
  if (allowed !== undefined) value["allowed_domains"] = allowed;
  else if (blocked !== undefined) value["blocked_domains"] = blocked;
  return { name, value: { ...value, ...settings }, choice: { mode: "tool", name } };
}
