import type { ProfileSource } from "../profile-source.ts";
import type { RuleList } from "../rule-list.ts";
import type { ToolAllowList } from "./server-rules.ts";

/** The part of a policy that decides on tools. */
export interface ToolPolicy {
  readonly layers: readonly ToolLayer[];
}

export interface ToolLayer extends ProfileSource {
  readonly disallowedTools: RuleList;
  /** `undefined` permits every tool; an empty list permits none. */
  readonly allowedTools: ToolAllowList | undefined;
  readonly approvals: RuleList;
}
