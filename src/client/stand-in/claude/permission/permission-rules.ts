import { AbpError } from "../../../../contract/index.ts";
import { claudeFeatures } from "../features.ts";

/** The tools that rules name. */
export interface PermissionRules {
  /** Tools that need no question. */
  readonly allowed: readonly string[];
  /** Tools that are never used. */
  readonly denied: readonly string[];
  /** The only built-in tools; undefined where all are offered. */
  readonly offered: readonly string[] | undefined;
  readonly hasScopedAllow: boolean;
}

interface WrittenRules {
  readonly allowed: readonly string[] | undefined;
  readonly denied: readonly string[] | undefined;
  readonly offered: readonly string[] | undefined;
}

/** Reads lists of rules, each separated by commas or spaces. Throws `capability_unsupported` for a deny rule with a pattern. */
export function readRules({ allowed, denied, offered }: WrittenRules): PermissionRules {
  const allows = split(allowed);
  const denies = split(denied);
  if (denies.some(isScoped)) {
    throw new AbpError("capability_unsupported", claudeFeatures.scoped_deny.words, {
      details: { feature: "scoped_deny" },
    });
  }
  const offers = offered === undefined ? undefined : split(offered);
  return {
    allowed: allows.filter((rule) => !isScoped(rule)),
    denied: denies,
    offered: offers === undefined || offers.includes("default") ? undefined : offers,
    hasScopedAllow: allows.some(isScoped),
  };
}

/** Whether a rule names the tool: by its name, or by the name of its MCP server. */
export function namesTool(rule: string, tool: string): boolean {
  const server = rule.replace(/__\*$/, "");
  return rule === tool || (server.startsWith("mcp__") && tool.startsWith(`${server}__`));
}

// A comma or a space inside of parentheses belongs to the rule.
function split(values: readonly string[] | undefined): string[] {
  return (values ?? []).flatMap((value) => value.match(/[^\s,()]+(\([^)]*\))?/g) ?? []);
}

function isScoped(rule: string): boolean {
  return rule.includes("(");
}
