import { AbpError } from "../../../contract/index.ts";
import { isMembers, type Members } from "../../members/members.ts";
import type { StandaloneQuery, StandaloneSearch } from "../../search/standalone-search.ts";
import { intersectDomains } from "./domain-intersection.ts";

/** The commands that need a page or a service beside a search. */
const OTHERS = ["image_query", "open", "click", "find", "screenshot", "finance", "weather", "sports", "time"];
const MAX_QUERIES = 10;

/** Reads the body of `/v1/alpha/search`. */
export function readSearch(body: Members): StandaloneSearch {
  const commands = isMembers(body["commands"]) ? body["commands"] : {};
  const settings = isMembers(body["settings"]) ? body["settings"] : {};
  const filters = isMembers(settings["filters"]) ? settings["filters"] : {};
  const location = isMembers(settings["user_location"]) ? settings["user_location"] : {};
  const allowed = texts(filters["allowed_domains"], "$.settings.filters.allowed_domains");
  const block = texts(filters["blocked_domains"], "$.settings.filters.blocked_domains");
  const country = typeof location["country"] === "string" ? location["country"] : undefined;
  const notes = OTHERS.filter((name) => isAsked(commands[name])).map(
    (name) => `The command ${name} is not available here. Do not retry it.`,
  );
  const queries: StandaloneQuery[] = [];
  for (const [index, { q, domains }] of statedQueries(body, commands).entries()) {
    const allow = domains === undefined ? allowed : intersectDomains(domains, allowed);
    if (index >= MAX_QUERIES) notes.push(`Only ${MAX_QUERIES} queries are searched at once.`);
    else if (allow?.length === 0)
      notes.push(`${JSON.stringify(q)} asks for domains that the settings do not allow. Do not retry it.`);
    else queries.push({ query: q, allow, block, country });
  }
  return { queries, notes, isLive: settings["external_web_access"] !== false };
}

function statedQueries(body: Members, commands: Members): { q: string; domains: string[] | undefined }[] {
  const list = commands["search_query"];
  const { input } = body;
  if (
    list === undefined &&
    Object.keys(commands).length === 0 &&
    typeof input === "string" &&
    input.trim() !== ""
  )
    return [{ q: input.trim(), domains: undefined }];
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list)) throw violation("$.commands.search_query", "must be a list");
  return list.map((one: unknown, index) => {
    const path = `$.commands.search_query[${index}]`;
    const q = isMembers(one) ? one["q"] : undefined;
    if (!isMembers(one) || typeof q !== "string" || q.trim() === "")
      throw violation(`${path}.q`, "must be a text");
    return { q: q.trim(), domains: texts(one["domains"], `${path}.domains`) };
  });
}

function isAsked(value: unknown): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}

function texts(value: unknown, path: string): string[] | undefined {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return undefined;
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value;
  throw violation(path, "must be a list of texts");
}

function violation(where: string, message: string): AbpError {
  return new AbpError("contract_schema_violation", `${where} ${message}`, { where });
}
