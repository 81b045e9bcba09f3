import type { ToolDecision, ToolRequest } from "../../backends/index.ts";
import { AbpError, type AgentEvent } from "../../contract/index.ts";
import {
  type Approver,
  askApprover,
  type Decision,
  describeRule,
  needsApproval,
  type Policy,
} from "../../policy/index.ts";
import type { DecisionList } from "./decision-list.ts";

/** The most names of tools that are kept. A tool beyond them counts as not asked for. */
const MAX_NAMES = 1000;

/** Why a tool was not approved, by what came of the question. */
const REASONS = {
  approved: undefined,
  denied: "it was not approved",
  timed_out: "nobody answered in time",
  failed: "the approver failed",
  abandoned: "the run ended before the answer came",
} as const;

/** What a gate needs to know of its run. */
export interface GateSetting {
  readonly runId: string;
  readonly backend: string;
  readonly policy: Policy;
  readonly approver: Approver;
  readonly approvalTimeoutMs: number;
  readonly decisions: DecisionList;
}

/**
 * Decides on tools. A backend that asks gets its answer before it uses a tool. The events of each backend are watched: a tool
 * that the policy denies, or that nobody approved, must not be used.
 */
export class ToolGate {
  readonly #setting: GateSetting;
  /** How often each tool that needs an approval may still be used. */
  readonly #grants = new Map<string, number>();
  /** Tools that are not plainly allowed and were asked for. */
  readonly #asked = new Set<string>();
  /** Tools that are not plainly allowed and were called, but not asked for so far. */
  readonly #unasked = new Map<string, Decision>();
  /** Whether the backend asks before it uses a tool. */
  asks = false;

  constructor(setting: GateSetting) {
    this.#setting = setting;
  }

  /** Answers a request to use a tool. Never rejects. */
  async decide({ toolName, input }: ToolRequest, signal: AbortSignal): Promise<ToolDecision> {
    const { policy, decisions } = this.#setting;
    const decision = needsApproval(policy, toolName);
    if (decision.verdict === "allow") return { verdict: "allow", reason: decision.reason };
    if (this.#asked.size < MAX_NAMES) this.#asked.add(decision.subject);
    this.#unasked.delete(decision.subject);
    if (decision.verdict === "deny") {
      decisions.note({ verdict: "denied", operation: "use_tool", decision });
      return { verdict: "deny", reason: decision.reason };
    }
    const reason = await this.#ask(decision, input, signal);
    if (reason !== undefined) {
      decisions.note({ verdict: "approval_denied", operation: "use_tool", decision, reason });
      return { verdict: "deny", reason };
    }
    this.#grants.set(decision.subject, (this.#grants.get(decision.subject) ?? 0) + 1);
    decisions.note({ verdict: "approved", operation: "use_tool", decision });
    return { verdict: "allow", reason: `${decision.reason}; it was approved` };
  }

  /** Watches an event. Returns the error that ends the run if a tool is used against the policy. */
  observe(event: AgentEvent): AbpError | undefined {
    if (event.type === "tool_call") {
      const decision = needsApproval(this.#setting.policy, event.tool_name);
      if (decision.verdict === "allow") return undefined;
      if (!this.asks || this.#unasked.size >= MAX_NAMES) return this.#violation(decision);
      // Some agents report a call before they ask for it.
      if (!this.#asked.has(decision.subject)) this.#unasked.set(decision.subject, decision);
      return undefined;
    }
    // A denied tool has a result too: the error that the agent got.
    if (event.type !== "tool_result" || event.is_error) return undefined;
    const decision = needsApproval(this.#setting.policy, event.tool_name);
    if (decision.verdict === "allow") return undefined;
    const grants = this.#grants.get(decision.subject) ?? 0;
    if (grants === 0) return this.#violation(decision);
    this.#grants.set(decision.subject, grants - 1);
    return undefined;
  }

  /** The error of a tool that was called and never asked for, now that the run is over. */
  finish(): AbpError | undefined {
    const [decision] = this.#unasked.values();
    return decision === undefined ? undefined : this.#violation(decision);
  }

  /** Undefined if the tool is approved; else the reason, in the approver's own words if it has some. */
  async #ask(decision: Decision, input: unknown, signal: AbortSignal): Promise<string | undefined> {
    const { approver, runId, backend, approvalTimeoutMs } = this.#setting;
    const { subject, rule } = decision;
    const question = {
      runId,
      caller: backend,
      operation: "use_tool",
      subject,
      rule: rule.id,
      riskLevel: "high",
      input,
    } as const;
    const timeLimit = AbortSignal.timeout(approvalTimeoutMs);
    let said: string | undefined;
    const listening: Approver = {
      approve: async (asked, until) => {
        const answer = await approver.approve(asked, until);
        if (typeof answer === "object") said = answer.denied;
        return answer;
      },
    };
    const approval = await askApprover(listening, question, { abandon: signal, timeLimit });
    const why = REASONS[approval];
    return why === undefined ? undefined : (said ?? `${decision.reason}, and ${why}`);
  }

  #violation(decision: Decision): AbpError {
    this.#setting.decisions.note({ verdict: "violation", operation: "use_tool", decision });
    const code = decision.verdict === "deny" ? "policy_denied" : "policy_approval_required";
    return new AbpError(code, `the agent used a tool against the policy: ${decision.reason}`, {
      details: {
        operation: `use_tool ${JSON.stringify(decision.subject)}`,
        policy_rule: describeRule(decision.rule),
      },
    });
  }
}
