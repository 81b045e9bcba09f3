import type { Run } from "../../api/index.ts";
import { AbpError } from "../../contract/index.ts";
import type { ControlRequest, HandlersOf, RouteOf } from "../control-request.ts";
import { deskOf } from "../desk.ts";
import { gateOf } from "../work-gate.ts";
import { continuationOf } from "./continue-run.ts";
import { findSubmitted } from "./find-run.ts";
import { orderOfDraft } from "./order-of-draft.ts";
import { applyChangesOf, patchOf } from "./run-changes.ts";
import type { RunContext } from "./run-context.ts";
import { listRuns } from "./run-list.ts";
import { runView } from "./run-view.ts";
import { enqueue, newId } from "./submit-run.ts";
import { verifyRun } from "./verify-run.ts";

type RunRoute =
  | "submit_run"
  | "list_runs"
  | "get_run"
  | "cancel_run"
  | "steer_run"
  | "delete_run"
  | "get_run_patch"
  | "apply_run"
  | "verify_run"
  | "fork_run"
  | "resume_run"
  | "upload_archive";

type ContinueRequest = Pick<
  ControlRequest<RouteOf<"fork_run" | "resume_run">>,
  "caller" | "params" | "body" | "once"
>;

/** Work orders that the daemon runs. */
export function openRunHandlers(context: RunContext): HandlersOf<RunRoute> {
  const { store } = context;
  const goOn = async ({ caller, params, body, once }: ContinueRequest, isFork: boolean): Promise<Run> => {
    const { priority, ...changes } = body;
    const wish = await continuationOf(context, caller, params.run_id, changes, isFork);
    return enqueue(context, caller, await gateOf(context).admit(wish, caller), { priority, once });
  };
  return {
    submit_run: async ({ caller, body: { work_order, priority, ...choices }, once }) => {
      const wish = { ...choices, order: orderOfDraft(work_order, newId(context)) };
      return enqueue(context, caller, await gateOf(context).admit(wish, caller), { priority, once });
    },
    list_runs: (request) => listRuns(context, request),
    get_run: async ({ caller, params }) => runView(await findSubmitted(context, caller, params.run_id)),
    cancel_run: async ({ caller, params, body: { reason }, once }) => {
      const run = await findSubmitted(context, caller, params.run_id);
      const desk = deskOf(context);
      const asked = runView({ ...run, cancelReason: reason });
      if (!(await store.runs.requestCancel(run.runId, reason, once(asked))))
        return runView(await findSubmitted(context, caller, params.run_id));
      desk.cancel(run.runId, reason);
      return asked;
    },
    steer_run: async ({ caller, params, body: { text } }) => {
      const { runId, state } = await findSubmitted(context, caller, params.run_id);
      const desk = deskOf(context);
      if (state !== "running")
        throw new AbpError("run_not_running", `Run ${runId} is ${state}.`, {
          details: { run_id: runId, state },
        });
      return { taken: await desk.steer(runId, text) };
    },
    delete_run: async ({ caller, params }) => {
      const { runId, state } = await findSubmitted(context, caller, params.run_id);
      if (await store.runs.remove(runId)) return undefined;
      throw new AbpError("run_not_ended", `Run ${runId} is ${state}.`, { details: { run_id: runId, state } });
    },
    get_run_patch: ({ caller, params }) => patchOf(context, caller, params.run_id),
    apply_run: ({ caller, params, body, signal }) =>
      applyChangesOf(context, { caller, runId: params.run_id, body, signal }),
    verify_run: ({ caller, params }) => verifyRun(context, caller, params.run_id),
    fork_run: (request) => goOn(request, true),
    resume_run: (request) => goOn(request, false),
    upload_archive: async ({ caller, raw }) => {
      if (raw.body === null)
        throw new AbpError("validation_failed", "The archive is missing.", { where: "body" });
      return gateOf(context).keepArchive(raw.body, caller);
    },
  };
}
