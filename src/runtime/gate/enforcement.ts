import type { BackendFacts, Confinement } from "../../backends/index.ts";
import { AbpError, type EnforcementRecord, type Observed, type SandboxLevel } from "../../contract/index.ts";
import type { Policy } from "../../policy/index.ts";
import type { LimitRecord } from "../limits/resource-limits.ts";

/** The lists of a policy by what enforces them. Only the gateway judges models and engines. */
const lists = {
  tools: ["allowed_tools", "disallowed_tools", "require_approval_for"],
  read: ["deny_read"],
  write: ["deny_write"],
  network: ["allow_network", "deny_network"],
  calls: ["allowed_models", "disallowed_models", "allowed_engines", "disallowed_engines"],
} as const;

/** What decides how a policy is enforced. */
export interface EnforcementFacts {
  readonly confinement: Confinement;
  readonly asksBeforeTools: BackendFacts["asksBeforeTools"];
  /** Whether the agent works on a copy of the workspace. */
  readonly isStaged: boolean;
  /** Whether the workspace is the user's directory, mounted read-only. */
  readonly isReadOnly: boolean;
  readonly required: SandboxLevel | undefined;
  /** The limits of the run; none if it starts no program. */
  readonly limits?: readonly LimitRecord[] | undefined;
}

/** The higher of two levels. */
export function higherLevel(
  left: SandboxLevel | undefined,
  right: SandboxLevel | undefined,
): SandboxLevel | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return reaches(left, right) ? left : right;
}

// The names of levels sort from the lowest to the highest.
function reaches(level: SandboxLevel, least: SandboxLevel): boolean {
  return level >= least;
}

/**
 * States how the policy of a run is enforced. Only a confined process cannot reach denied files, or change them, on another way
 * than the stage, so below L3 the rules for paths are advisory, although the gate on the changes works.
 */
export function describeEnforcement(facts: EnforcementFacts): EnforcementRecord {
  const { confinement, asksBeforeTools, isStaged, isReadOnly, required, limits = [] } = facts;
  const isConfined = reaches(confinement.level, "L2");
  const level = isConfined ? confinement.level : asksBeforeTools ? "L1" : "L0";
  return {
    level,
    ...(required === undefined ? {} : { required }),
    ...(confinement.reason === undefined ? {} : { reason: confinement.reason }),
    tools: asksBeforeTools ? "gate" : "observed",
    read: isConfined && isStaged ? "absent" : "advisory",
    write: isConfined && isReadOnly ? "read_only" : isConfined && isStaged ? "delta" : "advisory",
    network: confinement.network,
    ...(limits.length === 0 ? {} : { limits: limits.map((record) => ({ ...record })) }),
    ...(confinement.selfTest.length === 0
      ? {}
      : { self_test: confinement.selfTest.map((probe) => ({ ...probe })) }),
  };
}

/** The error of a run whose level is too low; undefined if it suffices. */
export function refuseLevel(record: EnforcementRecord): AbpError | undefined {
  const { level, required, reason } = record;
  if (required === undefined || reaches(level, required)) return undefined;
  const because = reason === undefined ? "" : `: ${reason}`;
  return new AbpError(
    "sandbox_level_unmet",
    `the run requires level ${required} and reaches ${level}${because}`,
    {
      details: { required, level },
    },
  );
}

/** One word for a policy: `open` without rules, `enforced` if each kind of rule that it has is enforced. */
export function enforcementWord(policy: Policy, record: EnforcementRecord): NonNullable<Observed["policy"]> {
  const isEnforced = {
    tools: record.tools === "gate",
    read: record.read === "absent",
    write: record.write === "delta" || record.write === "read_only",
    network: record.network !== "advisory",
    calls: false,
  };
  const kinds = (["tools", "read", "write", "network", "calls"] as const).filter((kind) =>
    lists[kind].some((list) => policy.layers.some(({ profile }) => (profile[list] ?? []).length > 0)),
  );
  if (kinds.length === 0) return "open";
  return kinds.every((kind) => isEnforced[kind]) ? "enforced" : "advisory";
}
