import { AbpError } from "../../contract/index.ts";
import type { Stage } from "./stage.ts";
import type { StageRequest } from "./stage-request.ts";

/** Makes `<stagesDir>/<runId>/` with an owner file, and the stage in it. */
export function openStage(request: StageRequest): Promise<Stage> {
  return Promise.reject(new AbpError("internal", `staging ${request.root} is not built yet`));
}
