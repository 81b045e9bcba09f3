import type { Caller } from "../../gateway/index.ts";
import { applyRun, changesDirectory } from "../../runner/index.ts";
import { openPatch } from "../../workspace/index.ts";
import { gateOf } from "../work-gate.ts";
import { findVisible } from "./find-run.ts";
import type { RunContext } from "./run-context.ts";

/** The changes of a run as a patch. */
export async function patchOf(context: RunContext, caller: Caller, runId: string): Promise<Response> {
  const { runId: id } = await findVisible(context, caller, runId);
  const patch = await openPatch(changesDirectory(context.config.runs.dir, id));
  return new Response(patch, { headers: { "content-type": "text/x-diff; charset=utf-8" } });
}

/** What is applied, and where. */
export interface ApplyBody {
  readonly root?: string | undefined;
  readonly check_only: boolean;
  readonly partial: boolean;
  readonly ignored: boolean;
}

/** Applies the changes of a run to a directory that the caller may change. */
export async function applyChangesOf(
  context: RunContext,
  { caller, runId, body, signal }: { caller: Caller; runId: string; body: ApplyBody; signal: AbortSignal },
) {
  const { runId: id } = await findVisible(context, caller, runId);
  const { check_only: checkOnly, root: named, partial, ignored } = body;
  const rights = gateOf(context).pathRights(caller);
  const wish = { runId: id, root: named, checkOnly, partial, ignored };
  const { root, record, report } = await applyRun(wish, context.config, rights, signal);
  return {
    run_id: id,
    root,
    applied: !checkOnly,
    already_applied: report.alreadyApplied,
    complete: record.complete,
    files: [...report.files],
  };
}
