/** `ask` means that a person must approve first. */
export type Verdict = "allow" | "deny" | "ask";

export type PolicyList =
  | "allowed_tools"
  | "disallowed_tools"
  | "deny_read"
  | "deny_write"
  | "allow_network"
  | "deny_network"
  | "require_approval_for"
  | "allowed_models"
  | "disallowed_models"
  | "allowed_engines"
  | "disallowed_engines";

/** Rules that apply without an entry in a profile. */
export type BuiltInRule =
  | "default.allow"
  | "tools.malformed_name"
  | "tools.not_in_allowlist"
  | "models.not_in_allowlist"
  | "engines.not_in_allowlist"
  | "path.empty"
  | "path.control_character"
  | "path.malformed"
  | "path.too_long"
  | "path.outside_root"
  | "network.malformed_host"
  | "network.not_in_allowlist";

/** The deciding rule: an entry of a list in the profile, or a built-in rule. */
export interface Rule {
  /** For example `deny_read[2]` or `path.outside_root`. A rule of the floor starts with `floor.`. */
  readonly id: string;
  readonly list?: PolicyList;
  readonly index?: number;
  readonly pattern?: string;
}

export interface Decision {
  readonly verdict: Verdict;
  readonly rule: Rule;
  /** One line for people. Control and invisible characters are escaped. */
  readonly reason: string;
  /** The decided item in its normal form, or as `reason` shows it when it has none. */
  readonly subject: string;
}

/** The rule at an index of a list. `prefix` is `floor.` for the floor. */
export function listRule(prefix: string, list: PolicyList, index: number, pattern: string): Rule {
  return { id: `${prefix}${list}[${index}]`, list, index, pattern };
}

export function builtInRule(id: BuiltInRule, prefix = ""): Rule {
  return { id: `${prefix}${id}` };
}

/**
 * Writes a rule for people, for example `deny_read[2] "**\/.env"`.
 *
 * @example
 * import { canUseTool, describeRule } from "agent-backplane/policy";
 * console.log(describeRule(canUseTool(policy, "Bash").rule));
 */
export function describeRule(rule: Rule): string {
  return rule.pattern === undefined ? rule.id : `${rule.id} ${printable(JSON.stringify(rule.pattern))}`;
}

const MAX_PRINTED = 200;

/** Makes untrusted text safe for a log: one line, limited length, no control characters. */
export function printable(text: string): string {
  const shown = text.length > MAX_PRINTED ? `${text.slice(0, MAX_PRINTED)}…` : text;
  return shown.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    return `\\u{${character.codePointAt(0)!.toString(16)}}`;
  });
}
