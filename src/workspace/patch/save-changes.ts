import { AbpError } from "../../contract/index.ts";
import type { Change } from "../changes/change.ts";
import type { Stage } from "../stage/stage.ts";
import type { SavedChanges } from "./saved-changes.ts";

/** The changes to save. */
export interface SaveRequest {
  readonly stage: Pick<Stage, "source" | "root">;
  readonly changes: readonly Change[];
  /** The directory of the run. It exists and holds no changes yet. */
  readonly directory: string;
  readonly signal: AbortSignal;
}

/** Writes the patch, and the contents before and after, into the directory of the run. */
export function saveChanges(request: SaveRequest): Promise<SavedChanges> {
  return Promise.reject(new AbpError("internal", `saving into ${request.directory} is not built yet`));
}
