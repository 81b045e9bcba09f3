import { AbpError } from "../../contract/index.ts";
import type { ApplyReport } from "./apply-report.ts";

/** Saved changes and the directory that gets them. */
export interface ApplyRequest {
  /** The directory of the run, which `saveChanges` wrote. */
  readonly directory: string;
  /** The workspace that gets the changes. */
  readonly target: string;
  /** Computes everything and writes nothing. */
  readonly checkOnly?: boolean;
  readonly signal: AbortSignal;
}

/** Applies saved changes, three-way. Throws `workspace_conflict` before it changes anything. */
export function applyChanges(request: ApplyRequest): Promise<ApplyReport> {
  return Promise.reject(new AbpError("internal", `applying to ${request.target} is not built yet`));
}
