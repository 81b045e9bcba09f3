import type { BackendFacts, Confinement } from "../../backends/index.ts";
import { AbpError, type EnforcementRecord, type Observed, type SandboxLevel } from "../../contract/index.ts";
import type { Policy } from "../../policy/index.ts";

const ladder: readonly SandboxLevel[] = ["L0", "L1", "L2", "L3"];

/** What decides how a policy is enforced. */
export interface EnforcementFacts {
  readonly confinement: Confinement;
  readonly asksBeforeTools: BackendFacts["asksBeforeTools"];
  /** Whether the agent works on a copy of the workspace. */
  readonly isStaged: boolean;
  readonly required: SandboxLevel | undefined;
}

/** The higher of two levels. */
export function higherLevel(
  left: SandboxLevel | undefined,
  right: SandboxLevel | undefined,
): SandboxLevel | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return ladder.indexOf(left) >= ladder.indexOf(right) ? left : right;
}

/**
 * States how the policy of a run is enforced. Only a confined process cannot reach denied files, or change them, on another way
 * than the stage, so below L3 the rules for paths are advisory, although the gate on the changes works.
 */
export function describeEnforcement(facts: EnforcementFacts): EnforcementRecord {
  const { confinement, asksBeforeTools, isStaged, required } = facts;
  const isConfined = ladder.indexOf(confinement.level) >= ladder.indexOf("L2");
  const level = isConfined ? confinement.level : asksBeforeTools ? "L1" : "L0";
  return {
    level,
    ...(required === undefined ? {} : { required }),
    ...(confinement.reason === undefined ? {} : { reason: confinement.reason }),
    tools: asksBeforeTools ? "gate" : "observed",
    read: isConfined && isStaged ? "absent" : "advisory",
    write: isConfined && isStaged ? "delta" : "advisory",
    network: confinement.network,
    ...(confinement.selfTest.length === 0
      ? {}
      : { self_test: confinement.selfTest.map((probe) => ({ ...probe })) }),
  };
}

/** The error of a run whose level is too low; undefined where it suffices. */
export function refuseLevel(record: EnforcementRecord): AbpError | undefined {
  const { level, required, reason } = record;
  if (required === undefined || ladder.indexOf(level) >= ladder.indexOf(required)) return undefined;
  const because = reason === undefined ? "" : `: ${reason}`;
  return new AbpError(
    "sandbox_level_unmet",
    `the run requires level ${required} and reaches ${level}${because}`,
    {
      details: { required, level },
    },
  );
}

/** One word for a policy: `open` without rules, `enforced` where each kind of rule that it has is enforced. */
export function enforcementWord(policy: Policy, record: EnforcementRecord): NonNullable<Observed["policy"]> {
  const has = (...lists: readonly (keyof Policy["layers"][number]["profile"])[]): boolean =>
    policy.layers.some(({ profile }) =>
      lists.some((list) => ((profile[list] as unknown[]) ?? []).length > 0),
    );
  const tools = has("allowed_tools", "disallowed_tools", "require_approval_for");
  const reads = has("deny_read");
  const writes = has("deny_write");
  const network = has("allow_network", "deny_network");
  const names = has("allowed_models", "disallowed_models", "allowed_engines", "disallowed_engines");
  if (!tools && !reads && !writes && !network && !names) return "open";
  // Only the gateway judges models and engines.
  const isEnforced =
    !names &&
    (!tools || record.tools === "gate") &&
    (!reads || record.read === "absent") &&
    (!writes || record.write === "delta") &&
    (!network || record.network !== "advisory");
  return isEnforced ? "enforced" : "advisory";
}
