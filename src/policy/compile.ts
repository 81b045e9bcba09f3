import { AbpError, type PolicyProfile } from "../contract/index.ts";
import { type PolicyList, printable } from "./decision.ts";
import { foldCase, foldLookalikes } from "./fold.ts";
import { compileNameRules } from "./name/name-rules.ts";
import { compileNetworkRules } from "./network/network-rules.ts";
import { absoluteComponents, type PathPlace } from "./path/canonical-path.ts";
import { compilePathRules } from "./path/path-rules.ts";
import type { Policy, PolicyLayer } from "./policy.ts";
import type { PatternIssue, ReportIssue } from "./rule-list.ts";
import { compileToolAllowList, compileToolRules } from "./tool/tool-rules.ts";

export type AllowList = "allowed_tools" | "allow_network";

/** The context of a profile. */
export interface PolicyOptions {
  /** The absolute path of the workspace. Paths outside it are denied. */
  readonly root?: string;
  /** The absolute path of `~`. */
  readonly home?: string;
  /** Whether the file system ignores case in names. */
  readonly foldCase?: boolean;
  /** Allow lists that are present but empty. They permit nothing; an absent list permits everything. */
  readonly explicitEmptyAllow?: readonly AllowList[];
  /** A profile that applies as well. The given one can only deny more. */
  readonly floor?: PolicyProfile;
}

/**
 * Compiles a profile. Throws `policy_invalid` with every pattern that does not compile.
 *
 * @example
 * import { openPolicy } from "agent-backplane/contract";
 * import { canReadPath, compilePolicy } from "agent-backplane/policy";
 * const profile = { ...openPolicy(), deny_read: ["secrets/*"] };
 * const policy = compilePolicy(profile, { root: "/srv/project" });
 * canReadPath(policy, "secrets/key").verdict; // deny
 */
export function compilePolicy(profile: PolicyProfile, options: PolicyOptions = {}): Policy {
  const place = { root: readAbsolute("root", options.root), home: readAbsolute("home", options.home) };
  const setting = { place, foldsCase: options.foldCase ?? false };
  const issues: PatternIssue[] = [];
  const layers: PolicyLayer[] = [];
  if (options.floor !== undefined)
    layers.push(compileLayer(options.floor, { ...setting, prefix: "floor." }, issues));
  const explicitEmptyAllow = options.explicitEmptyAllow ?? [];
  layers.push(compileLayer(profile, { ...setting, prefix: "", explicitEmptyAllow }, issues));
  refuseInvalid(issues);
  return { ...setting, layers };
}

export interface LayerSetting {
  readonly prefix: string;
  readonly place: PathPlace;
  readonly foldsCase: boolean;
  readonly explicitEmptyAllow?: readonly AllowList[];
}

/** Compiles one profile and adds its faults to `issues`. */
export function compileLayer(
  profile: PolicyProfile,
  setting: LayerSetting,
  issues: PatternIssue[],
): PolicyLayer {
  const { prefix, place, explicitEmptyAllow = [] } = setting;
  const fold = setting.foldsCase ? foldCase : foldLookalikes;
  const report = (list: PolicyList): ReportIssue => {
    return (index, { message, offset }) => {
      const where = `${prefix === "" ? "policy." : prefix}${list}[${index}]`;
      const pattern = profile[list]![index]!;
      issues.push({ where, pattern, reason: message, ...(offset === undefined ? {} : { offset }) });
    };
  };
  const permits = (list: AllowList): boolean => profile[list].length > 0 || explicitEmptyAllow.includes(list);
  return {
    prefix,
    profile,
    disallowedTools: compileToolRules(profile.disallowed_tools, report("disallowed_tools")),
    allowedTools: permits("allowed_tools")
      ? compileToolAllowList(profile.allowed_tools, report("allowed_tools"))
      : undefined,
    denyRead: compilePathRules(profile.deny_read, place, fold, report("deny_read")),
    denyWrite: compilePathRules(profile.deny_write, place, fold, report("deny_write")),
    denyNetwork: compileNetworkRules(profile.deny_network, report("deny_network")),
    allowNetwork: permits("allow_network")
      ? compileNetworkRules(profile.allow_network, report("allow_network"))
      : undefined,
    approvals: compileToolRules(profile.require_approval_for, report("require_approval_for")),
    models: compileNameRules(profile.allowed_models, profile.disallowed_models, {
      allowed: report("allowed_models"),
      disallowed: report("disallowed_models"),
    }),
    engines: compileNameRules(profile.allowed_engines, profile.disallowed_engines, {
      allowed: report("allowed_engines"),
      disallowed: report("disallowed_engines"),
    }),
  };
}

export function refuseInvalid(issues: readonly PatternIssue[]): void {
  const [first] = issues;
  if (first === undefined) return;
  const listed = issues.map(
    ({ where, pattern, reason }) => `${where} ${printable(JSON.stringify(pattern))}: ${reason}`,
  );
  const named = issues.map((issue, index) => ({ ...issue, key: issue.where, message: listed[index]! }));
  throw new AbpError("policy_invalid", `The policy cannot be compiled: ${listed.join("; ")}`, {
    where: first.where,
    details: { issues: named },
  });
}

function readAbsolute(name: string, path: string | undefined): string[] | undefined {
  if (path === undefined) return undefined;
  const components = absoluteComponents(path);
  if (components !== undefined) return components;
  throw new AbpError(
    "validation_failed",
    `The policy's ${name} is not an absolute path: '${printable(path)}'`,
    {
      where: name,
    },
  );
}
