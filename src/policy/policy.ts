import type { PolicyProfile } from "../contract/index.ts";
import type { NameRules } from "./name/name-rules.ts";
import type { NetworkRules } from "./network/network-rules.ts";
import type { PathPlace } from "./path/canonical-path.ts";
import type { PathRules } from "./path/path-rules.ts";
import type { RuleList } from "./rule-list.ts";
import type { ToolAllowList } from "./tool/server-rules.ts";

export interface PolicyLayer {
  /** The start of its rule ids: empty, `floor.`, or the place of its profile, such as `keys.ci.policy.`. */
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
  readonly models: NameRules;
  readonly engines: NameRules;
}

/** A compiled policy. Every layer must allow an action, so another layer can only deny more. */
export interface Policy {
  /** The floor first. */
  readonly layers: readonly PolicyLayer[];
  readonly place: PathPlace;
  /** Whether the file system ignores case in names. */
  readonly foldsCase: boolean;
}
