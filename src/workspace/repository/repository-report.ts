import type { StageRepository } from "./stage-repository.ts";

/** The stage's own repository, or why there is none. */
export interface RepositoryReport {
  readonly made: Omit<StageRepository, "warnings"> | undefined;
  readonly warnings: readonly string[];
}
