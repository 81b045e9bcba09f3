/** What a policy answers: go on, refuse, or ask a person first. */
export type Verdict = "allow" | "deny" | "ask";

/** The lists of a policy profile. */
export type PolicyList =
  | "allowed_tools"
  | "disallowed_tools"
  | "deny_read"
  | "deny_write"
  | "allow_network"
  | "deny_network"
  | "require_approval_for";

/** The rules that hold without being written in a profile. */
export type BuiltInRule =
  | "default.allow"
  | "tools.malformed_name"
  | "tools.not_in_allowlist"
  | "path.empty"
  | "path.control_character"
  | "path.malformed"
  | "path.too_long"
  | "path.outside_root"
  | "network.malformed_host"
  | "network.not_in_allowlist";

/** The rule that decided: a place in a list of the profile, or a built-in one. */
export interface Rule {
  /** Such as `deny_read[2]`, `path.outside_root`; what the floor decides begins with `floor.`. */
  readonly id: string;
  readonly list?: PolicyList;
  readonly index?: number;
  readonly pattern?: string;
}

/** One decision; it always names its rule. */
export interface Decision {
  readonly verdict: Verdict;
  readonly rule: Rule;
  /** A sentence for people, on one line; control and invisible characters are written as escapes. */
  readonly reason: string;
  /** What was decided upon, in its normal form; what has none is given as `reason` shows it. */
  readonly subject: string;
}

/** The rule at a place in a list; the prefix says whether it is the floor's. */
export function listRule(prefix: string, list: PolicyList, index: number, pattern: string): Rule {
  return { id: `${prefix}${list}[${index}]`, list, index, pattern };
}

/** A rule that no profile has to write. */
export function builtInRule(id: BuiltInRule, prefix = ""): Rule {
  return { id: `${prefix}${id}` };
}

/** The rule as people read it, such as `deny_read[2] "**\/.env"`. */
export function describeRule(rule: Rule): string {
  return rule.pattern === undefined ? rule.id : `${rule.id} ${printable(JSON.stringify(rule.pattern))}`;
}

const MAX_PRINTED = 200;

/** A text from outside as it may stand in a log: one line, not endless, without control characters. */
export function printable(text: string): string {
  const shown = text.length > MAX_PRINTED ? `${text.slice(0, MAX_PRINTED)}…` : text;
  return shown.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    return `\\u{${character.codePointAt(0)!.toString(16)}}`;
  });
}
