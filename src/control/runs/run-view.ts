import type { Run } from "../../api/index.ts";
import { formatTimestamp } from "../../contract/index.ts";
import type { Submission } from "../../runner/index.ts";
import type { SubmittedRun } from "../../storage/index.ts";

/** A task may be as long as a body; lists show its beginning. */
const MAX_TASK_LENGTH = 1000;

/** A submitted run as the API shows it. */
export function runView(run: SubmittedRun): Run {
  const { order, engine, resume } = JSON.parse(run.submission) as Submission;
  return {
    run_id: run.runId,
    work_order_id: order.id,
    tenant: run.tenant,
    key: run.keyName,
    state: run.state,
    reason: run.reason ?? null,
    waiting_for_approval: run.isWaiting,
    priority: run.priority,
    backend: run.backend,
    engine: engine ?? null,
    task: order.task.slice(0, MAX_TASK_LENGTH).toWellFormed(),
    continues: resume === undefined ? null : { run_id: resume.runId, fork: resume.isFork },
    cancel_reason: run.cancelReason ?? null,
    submitted_at: formatTimestamp(run.submittedAt),
    started_at: instant(run.startedAt),
    ended_at: instant(run.endedAt),
  };
}

function instant(date: Date | undefined): string | null {
  return date === undefined ? null : formatTimestamp(date);
}
