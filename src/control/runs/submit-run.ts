import type { Run } from "../../api/index.ts";
import type { Caller } from "../../gateway/index.ts";
import { uuidV7 } from "../../lib/index.ts";
import type { Submission } from "../../runner/index.ts";
import type { NewRun, Once } from "../../storage/index.ts";
import { deskOf } from "../desk.ts";
import { gateOf } from "../work-gate.ts";
import type { RunContext } from "./run-context.ts";
import { runView } from "./run-view.ts";

const RANDOM_BYTES_PER_ID = 10;

/** A new id, for a run or for a work order. */
export function newId({ now, random }: Pick<RunContext, "now" | "random">): string {
  return uuidV7(now(), random(RANDOM_BYTES_PER_ID));
}

/** Puts an admitted submission into the queue of its tenant. Throws `run_queue_full`. */
export async function enqueue(
  context: RunContext,
  caller: Caller,
  submission: Submission,
  { priority, once }: { readonly priority: number; readonly once: (answer: Run) => Once | undefined },
): Promise<Run> {
  const desk = deskOf(context);
  await gateOf(context).requireRoom(context.store.runs, caller.tenant);
  const run: NewRun = {
    runId: newId(context),
    tenant: caller.tenant,
    owner: caller.owner,
    keyName: caller.name,
    priority,
    backend: submission.backend,
    submission: JSON.stringify(submission),
    submittedAt: new Date(context.now()),
  };
  const view = runView({ ...run, state: "pending", isWaiting: false });
  await context.store.runs.submit(run, once(view));
  desk.wake();
  return view;
}
