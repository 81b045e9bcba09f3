import type { ProfileSource } from "../profile-source.ts";
import type { PathPlace } from "./canonical-path.ts";
import type { PathRules } from "./path-rules.ts";

/** The part of a policy that decides on paths. */
export interface PathPolicy {
  readonly layers: readonly PathLayer[];
  readonly place: PathPlace;
}

export interface PathLayer extends ProfileSource {
  readonly denyRead: PathRules;
  readonly denyWrite: PathRules;
}
