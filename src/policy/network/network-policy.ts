import type { ProfileSource } from "../profile-source.ts";
import type { NetworkRules } from "./network-rules.ts";

/** The part of a policy that decides on connections. */
export interface NetworkPolicy {
  readonly layers: readonly NetworkLayer[];
}

export interface NetworkLayer extends ProfileSource {
  readonly denyNetwork: NetworkRules;
  /** `undefined` permits every target; an empty list permits none. */
  readonly allowNetwork: NetworkRules | undefined;
}
