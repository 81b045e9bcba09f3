import { join } from "node:path";
import type { Caller } from "../../gateway/index.ts";
import { applyChanges, IGNORED_DIRECTORY, openPatch, readChangeRecord } from "../../workspace/index.ts";
import { findVisible } from "./find-run.ts";
import type { RunContext } from "./run-context.ts";
import { gateOf } from "./work-gate.ts";

/** The changes of a run as a patch. */
export async function patchOf(context: RunContext, caller: Caller, runId: string): Promise<Response> {
  const { runId: id } = await findVisible(context, caller, runId);
  const patch = await openPatch(join(context.config.runs.dir, id));
  return new Response(patch, { headers: { "content-type": "text/x-diff; charset=utf-8" } });
}

/** What is applied, and where. */
export interface ApplyWish {
  readonly root?: string | undefined;
  readonly check_only: boolean;
  readonly partial: boolean;
  readonly ignored: boolean;
}

/** Applies the changes of a run to a directory that the caller may change. */
export async function applyRun(
  context: RunContext,
  { caller, runId, wish, signal }: { caller: Caller; runId: string; wish: ApplyWish; signal: AbortSignal },
) {
  const run = await findVisible(context, caller, runId);
  const directory = join(context.config.runs.dir, run.runId, wish.ignored ? IGNORED_DIRECTORY : "");
  const record = await readChangeRecord(directory);
  const root = await gateOf(context).admitRoot(wish.root ?? record.source, caller);
  const report = await applyChanges({
    directory,
    target: root,
    checkOnly: wish.check_only,
    partial: wish.partial,
    signal,
  });
  return {
    run_id: run.runId,
    root,
    applied: !wish.check_only,
    already_applied: report.alreadyApplied,
    complete: record.complete,
    files: [...report.files],
  };
}
