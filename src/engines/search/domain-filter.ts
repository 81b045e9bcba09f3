import { AbpError } from "../../contract/index.ts";
import { type DomainRule, matchesDomain, readDomainRule } from "./domain-rule.ts";
import type { FoundPage, SearchQuery } from "./search-provider.ts";

/**
 * Makes the check that a page lies within the lists of a question. Throws `mapping_unsupported_capability` if an entry
 * cannot be read, because a list that is not understood cannot be kept.
 */
export function openDomainFilter({
  allow,
  block,
}: Pick<SearchQuery, "allow" | "block">): (page: FoundPage) => boolean {
  const allowed = allow?.map((entry) => readRule(entry, "allowed"));
  const blocked = block?.map((entry) => readRule(entry, "blocked")) ?? [];
  return ({ url }) => {
    if (blocked.some((rule) => matchesDomain(rule, url))) return false;
    return allowed === undefined || allowed.some((rule) => matchesDomain(rule, url));
  };
}

function readRule(entry: string, list: string): DomainRule {
  const rule = readDomainRule(entry);
  if (rule !== undefined) return rule;
  const message = `the ${list} domain ${JSON.stringify(entry.slice(0, 100))} is not a host or a host with a path`;
  throw new AbpError("mapping_unsupported_capability", message);
}
