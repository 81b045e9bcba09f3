import type { HostedTool } from "../../../contract/index.ts";
import { HostedMembers } from "../../hosted/hosted-members.ts";
import type { PlaceHosted } from "../../hosted/placement.ts";
import { isMembers, type Members, put } from "../../members/members.ts";

type WebSearch = Extract<HostedTool, { kind: "web_search" }>;

/** The request member that switches on OpenAI's web search; it is a tool in all but its place. */
export const WEB_SEARCH = "web_search_options";

/** Moonshot's search, which the caller runs by giving the arguments back. */
const BUILTIN_SEARCH = "$web_search";

/** OpenRouter's search, which it offers for every model. */
const ROUTER_SEARCH = "openrouter:web_search";

/** Reads a vendor-run tool that other vendors have too; undefined for any other. */
export function readHosted(value: Members): HostedTool | undefined {
  const options = value[WEB_SEARCH];
  if (isMembers(options)) return readOptions(new HostedMembers(options));
  if (value["type"] === ROUTER_SEARCH) return readRouterSearch(value);
  const inner = value["function"];
  if (value["type"] !== "builtin_function" || !isMembers(inner) || inner["name"] !== BUILTIN_SEARCH)
    return undefined;
  const members = new HostedMembers(value, "type");
  members.object("function", (named) => {
    named.text("name");
  });
  return { kind: "web_search", ...members.rest() };
}

function readRouterSearch(value: Members): WebSearch {
  const given = value["parameters"];
  const parameters = new HostedMembers(isMembers(given) ? given : {});
  const search: WebSearch = { kind: "web_search" };
  put(search, "allowedDomains", parameters.texts("allowed_domains"));
  const blocked = parameters.texts("excluded_domains");
  if (blocked !== undefined && blocked.length > 0) search.blockedDomains = blocked;
  put(search, "maxUses", parameters.whole("max_uses"));
  put(search, "contextSize", parameters.text("search_context_size"));
  readLocation(parameters, "user_location", search);
  const outer = new HostedMembers(value, "type", isMembers(given) ? "parameters" : "type").rest();
  const inner = parameters.rest();
  const nested = (names: readonly string[] = []) => names.map((name) => `parameters.${name}`);
  const restrictions = [...(outer.restrictions ?? []), ...nested(inner.restrictions)];
  const others = [...(outer.others ?? []), ...nested(inner.others)];
  return {
    ...search,
    ...(restrictions.length === 0 ? {} : { restrictions }),
    ...(others.length === 0 ? {} : { others }),
  };
}

function readLocation(members: HostedMembers, name: string, search: WebSearch): void {
  members.object(name, (inner) => {
    inner.text("type");
    const location: NonNullable<WebSearch["location"]> = {};
    for (const place of ["city", "region", "country", "timezone"] as const)
      put(location, place, inner.text(place));
    if (Object.keys(location).length > 0) search.location = location;
  });
}

function readOptions(members: HostedMembers): WebSearch {
  const search: WebSearch = { kind: "web_search" };
  put(search, "contextSize", members.text("search_context_size"));
  members.object("user_location", (outer) => {
    outer.text("type");
    readLocation(outer, "approximate", search);
  });
  return { ...search, ...members.rest() };
}

// OpenAI's models that search by themselves: gpt-4o-search-preview, gpt-5-search-api.
const SEARCH_MODEL = /-search(?:-|$)/;

/** Writes a vendor-run tool. */
export const placeHosted: PlaceHosted = (tool, { model }) => {
  if (tool.kind !== "web_search") return { unable: "there is no such tool", feature: `tool.${tool.kind}` };
  if (!SEARCH_MODEL.test(model))
    return { unable: `${model} does not search; search models do`, feature: "tool.web_search" };
  const options: Members = {};
  if (tool.contextSize !== undefined) options["search_context_size"] = tool.contextSize;
  if (tool.location !== undefined)
    options["user_location"] = { type: "approximate", approximate: { ...tool.location } };
  return { name: "web_search", value: { [WEB_SEARCH]: options } };
};
