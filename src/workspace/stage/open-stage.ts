import { AbpError } from "../../contract/index.ts";
import { requireGit } from "../git/run-git.ts";
import { OpenContext } from "../opening/open-context.ts";
import { stageError } from "../opening/stage-error.ts";
import { localHost, type StageHost } from "../opening/stage-host.ts";
import type { StageRequest } from "../opening/stage-request.ts";
import { openSource } from "../opening/stage-source.ts";
import type { StageTree } from "../opening/stage-tree.ts";
import { openOverlay } from "../overlay/overlay-tree.ts";
import { RepositoryTask } from "../repository/repository-task.ts";
import type { BlobStore } from "../scan/tree-scan.ts";
import { StageDirectory } from "../sweep/stage-directory.ts";
import { openStagesDirectory } from "../sweep/stages-directory.ts";
import { openCopy } from "./copied-tree.ts";
import { OpenedStage } from "./opened-stage.ts";
import { openPassThrough } from "./pass-through.ts";
import type { Stage } from "./stage.ts";

/**
 * Makes `<stagesDir>/<runId>/` with an owner file, and the stage in it. Throws `AbpError`, and then leaves nothing behind, or
 * the reason of the signal. The patch of the run needs git, so that a machine without it is refused here.
 */
export async function openStage(request: StageRequest, host: StageHost = localHost): Promise<Stage> {
  request.signal.throwIfAborted();
  requireGit();
  const source = openSource(request.root);
  try {
    const context = new OpenContext(request, source, host, identityOf(request.stagesDir));
    const directory = StageDirectory.make(request.stagesDir, request.runId);
    try {
      const repository = new RepositoryTask(context, directory);
      return new OpenedStage(context, directory, await openTree(context, directory, repository), repository);
    } catch (error) {
      await directory.remove();
      throw stageError(error, source.path);
    }
  } catch (error) {
    source.directory.close();
    throw error;
  }
}

async function openTree(
  context: OpenContext,
  directory: StageDirectory,
  keep: BlobStore,
): Promise<StageTree> {
  const { mode, method = "auto" } = context.request;
  if (mode === "pass_through") return openPassThrough(context);
  if (method === "copy") return openCopy(context, directory, keep);
  const overlay = await openOverlay(context, directory, keep);
  if (typeof overlay !== "string") return overlay;
  if (method === "auto") return openCopy(context, directory, keep);
  throw new AbpError("workspace_staging_failed", `An overlay cannot be used: ${overlay}`, {
    advice: "Choose another method, or let it be chosen.",
  });
}

function identityOf(stagesDir: string): { readonly dev: number; readonly ino: number } {
  const stages = openStagesDirectory(stagesDir);
  const { dev, ino } = stages.status();
  stages.close();
  return { dev, ino };
}
