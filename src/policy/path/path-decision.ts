import { builtInRule, type Decision, describeRule, listRule, printable } from "../decision.ts";
import { canonicalPath } from "./canonical-path.ts";
import type { PathPolicy } from "./path-policy.ts";
import { findPathRule } from "./path-rules.ts";
import { readPath } from "./path-spelling.ts";

/** Facts that the caller learnt from the file system. */
export interface PathFacts {
  /** The absolute path after following all links. It must be allowed as well. */
  readonly resolved?: string | undefined;
}

/**
 * @example
 * import { canReadPath } from "agent-backplane/policy";
 * const { verdict, reason } = canReadPath(policy, "src/.env", { resolved: "/srv/project/src/.env" });
 */
export function canReadPath(policy: PathPolicy, path: string, facts: PathFacts = {}): Decision {
  return decidePath(policy, "read", path, facts);
}

/**
 * @example
 * import { canWritePath } from "agent-backplane/policy";
 * const { verdict, reason } = canWritePath(policy, ".github/workflows/ci.yml");
 */
export function canWritePath(policy: PathPolicy, path: string, facts: PathFacts = {}): Decision {
  return decidePath(policy, "write", path, facts);
}

function decidePath(policy: PathPolicy, action: "read" | "write", path: string, facts: PathFacts): Decision {
  const read = readPath(path);
  if (read.broken !== undefined) {
    const subject = printable(path);
    const rule = builtInRule(read.broken);
    return { verdict: "deny", rule, subject, reason: `${action} denied for '${subject}' by ${rule.id}` };
  }
  const places = read.readings.map((reading) => canonicalPath(reading, policy.place));
  const subject = places[0]!.text || ".";
  const shown = printable(subject);
  if (facts.resolved !== undefined) places.push(canonicalPath(facts.resolved, policy.place));
  const list = action === "read" ? "deny_read" : "deny_write";
  for (const layer of policy.layers) {
    const rules = action === "read" ? layer.denyRead : layer.denyWrite;
    for (const place of places) {
      const index = findPathRule(rules, place);
      if (index === -1) continue;
      const rule = listRule(layer.prefix, list, index, layer.profile[list][index]!);
      return {
        verdict: "deny",
        rule,
        subject,
        reason: `${action} denied for '${shown}' by ${describeRule(rule)}`,
      };
    }
  }
  if (places.some((place) => place.outside)) {
    const rule = builtInRule("path.outside_root");
    return {
      verdict: "deny",
      rule,
      subject,
      reason: `${action} denied for '${shown}': outside the workspace`,
    };
  }
  const rule = builtInRule("default.allow");
  return { verdict: "allow", rule, subject, reason: `${action} allowed for '${shown}'` };
}
