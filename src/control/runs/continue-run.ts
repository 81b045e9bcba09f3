import { AbpError } from "../../contract/index.ts";
import type { Caller } from "../../gateway/index.ts";
import type { Submission } from "../../runner/index.ts";
import type { SubmissionWish } from "../work-gate.ts";
import { findSubmitted } from "./find-run.ts";
import type { RunContext } from "./run-context.ts";
import { newId } from "./submit-run.ts";

/** What a run that goes on changes of the earlier one. */
export interface Continuation extends Pick<SubmissionWish, "engine" | "sandbox" | "check"> {
  readonly task: string;
}

/**
 * The wish for a run that goes on in the conversation of an earlier one, or in a copy of it. Throws `submission_not_found`,
 * `run_not_ended`, and `session_not_found` if the earlier run kept no conversation.
 */
export async function continuationOf(
  context: RunContext,
  caller: Caller,
  runId: string,
  { task, ...changes }: Continuation,
  isFork: boolean,
): Promise<SubmissionWish> {
  const earlier = await findSubmitted(context, caller, runId);
  const details = { run_id: runId };
  if (earlier.state === "pending" || earlier.state === "running")
    throw new AbpError("run_not_ended", `Run ${runId} is ${earlier.state}.`, { details });
  const found = await context.store.ledger(earlier.tenant).find(runId);
  if (found?.receipt.reported?.some(({ session }) => session !== undefined) !== true)
    throw new AbpError("session_not_found", `Run ${runId} reported no session.`, { details });
  const { rights: _, ...submission } = JSON.parse(earlier.submission) as Submission & { rights?: unknown };
  return {
    ...submission,
    ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
    // A choice of any backend has become one, which keeps the conversation.
    backend: found.receipt.backend.id,
    order: { ...submission.order, id: newId(context), task },
    resume: { runId, isFork },
  };
}
