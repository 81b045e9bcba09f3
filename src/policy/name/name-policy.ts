import type { ProfileSource } from "../profile-source.ts";
import type { NameRules } from "./name-rules.ts";

/** The part of a policy that decides on models and engines by their names. */
export interface NamePolicy {
  readonly layers: readonly NameLayer[];
}

export interface NameLayer extends ProfileSource {
  readonly models: NameRules;
  readonly engines: NameRules;
}
