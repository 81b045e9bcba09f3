import type { AbpError, PolicyDecisionRecord } from "../../contract/index.ts";
import { type CallPolicy, callPolicyOf, type KeyPolicies } from "./call-policy.ts";
import { DecisionLog } from "./decision-log.ts";
import type { Judgement } from "./judgement.ts";

const NOBODY = "nobody can be asked at this endpoint";

/** Finds the policies of a call that passes through, and keeps the decisions for its receipt. */
export class PassedJudge {
  readonly policies: KeyPolicies | undefined;
  readonly #log: DecisionLog;
  #isApplied = false;

  constructor(policies: KeyPolicies | undefined, now: () => number) {
    this.policies = policies;
    this.#log = new DecisionLog(now);
  }

  /** Whether a policy restricts the call. */
  get isApplied(): boolean {
    return this.#isApplied;
  }

  get decisions(): readonly PolicyDecisionRecord[] {
    return this.#log.entries;
  }

  /** The policy of the call on a route; undefined if nothing restricts it. */
  policyOf(route: string | undefined): CallPolicy | undefined {
    const policy = callPolicyOf(this.policies, route);
    if (policy !== undefined) this.#isApplied = true;
    return policy;
  }

  /** Records a denial, and returns the error to answer with. */
  deny(judgement: Judgement): AbpError {
    return this.#log.deny(judgement);
  }

  /** Records that an approval is needed which nobody can give, and returns the error to answer with. */
  refuse(judgement: Judgement): AbpError {
    return this.#log.refuse(judgement, NOBODY);
  }
}
