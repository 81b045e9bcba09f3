import type { PolicyProfile } from "../contract/index.ts";
import type { NetworkRules } from "./network/network-rules.ts";
import type { PathPlace } from "./path/canonical-path.ts";
import type { PathRules } from "./path/path-rules.ts";
import type { RuleList } from "./rule-list.ts";
import type { ToolAllowList } from "./tool/tool-rules.ts";

/** One compiled profile. */
export interface PolicyLayer {
  /** Begins the ids of its rules: empty, or `floor.`. */
  readonly prefix: string;
  readonly profile: PolicyProfile;
  readonly disallowedTools: RuleList;
  /** `undefined` permits every tool; an empty list permits none. */
  readonly allowedTools: ToolAllowList | undefined;
  readonly denyRead: PathRules;
  readonly denyWrite: PathRules;
  readonly denyNetwork: NetworkRules;
  /** `undefined` permits every target; an empty list permits none. */
  readonly allowNetwork: NetworkRules | undefined;
  readonly approvals: RuleList;
}

/** A compiled policy: every layer must agree before something is allowed, so a further layer only tightens. */
export interface Policy {
  /** The floor first. */
  readonly layers: readonly PolicyLayer[];
  readonly place: PathPlace;
  /** Whether the file system takes names that differ in case for the same. */
  readonly foldsCase: boolean;
}
