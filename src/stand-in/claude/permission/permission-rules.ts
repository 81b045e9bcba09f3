import { AbpError } from "../../../contract/index.ts";
import { claudeFeatures } from "../features.ts";
import { type Rule, readRule, splitRules } from "./rules/rule.ts";
import { readScope } from "./rules/rule-list.ts";

/** The rules on tools that a program gives. */
export interface PermissionRules {
  /** Uses that need no question. */
  readonly allow: readonly Rule[];
  /** Uses that are never made. */
  readonly deny: readonly Rule[];
  /** Uses that are always asked for. */
  readonly ask: readonly Rule[];
  /** Tools that are never used, as patterns of a policy. */
  readonly denied: readonly string[];
  /** The only built-in tools; undefined if all are offered. */
  readonly offered: readonly string[] | undefined;
  /** Whether an allow rule has no meaning here. Its tool is asked for. */
  readonly hasUnreadAllow: boolean;
}

/** Rules as they are written, in lists that are separated by commas or spaces. */
export interface WrittenRules {
  readonly allowed?: readonly string[] | undefined;
  readonly denied?: readonly string[] | undefined;
  readonly asked?: readonly string[] | undefined;
  readonly offered?: readonly string[] | undefined;
}

/** Reads rules. Throws `capability_unsupported` for a rule that denies or asks, and has no meaning here. */
export function readRules({ allowed, denied, asked, offered }: WrittenRules): PermissionRules {
  const allow = splitRules(allowed).map(meaningOf);
  const deny = splitRules(denied).map(requireMeaning);
  const offers = offered === undefined ? undefined : splitRules(offered);
  return {
    allow: allow.filter((rule) => rule !== undefined),
    deny,
    ask: splitRules(asked).map(requireMeaning),
    denied: deny.filter(({ pattern }) => pattern === undefined).flatMap(({ tool }) => policyPatterns(tool)),
    offered: offers === undefined || offers.includes("default") ? undefined : offers,
    hasUnreadAllow: allow.includes(undefined),
  };
}

/** The rule of a text. Undefined if it has no meaning. */
function meaningOf(text: string): Rule | undefined {
  const rule = readRule(text);
  return rule !== undefined && hasMeaning(rule) ? rule : undefined;
}

/** Whether the pattern of a rule has a meaning for its tool. */
export function hasMeaning(rule: Rule): boolean {
  try {
    readScope(rule, "/");
    return true;
  } catch {
    // Another version of Claude Code may know it.
    return false;
  }
}

function requireMeaning(text: string): Rule {
  const rule = meaningOf(text);
  if (rule !== undefined) return rule;
  throw new AbpError("capability_unsupported", claudeFeatures.scoped_deny.words, {
    where: text,
    details: { feature: "scoped_deny" },
  });
}

/** The patterns of a policy for a name in a rule. The name of an MCP server stands for all of its tools. */
export function policyPatterns(tool: string): readonly string[] {
  return tool.startsWith("mcp__") && !tool.endsWith("*") ? [tool, `${tool}__*`] : [tool];
}
