import { AbpError, type ModelCallsRecord, type Receipt, type Resume } from "../../contract/index.ts";
import type { Ledger } from "../../storage/index.ts";

/** The run that a new one continues. */
export interface ResumedRun {
  /** The backend of the earlier run, as its receipt names it. */
  readonly backend: string;
  readonly resume: Resume;
  /** The model and the engine that it used most, as the gateway saw them. The engine still exists. */
  readonly model?: string;
  readonly engine?: string;
}

/** Finds the conversation of an earlier run in the log. Throws `session_not_found`. */
export async function findResumedRun(
  ledger: Pick<Ledger, "find">,
  runId: string,
  { isFork, engines }: { readonly isFork: boolean; readonly engines: readonly string[] },
): Promise<ResumedRun> {
  const receipt = (await ledger.find(runId))?.receipt;
  if (receipt === undefined) throw notFound(runId, "the log has no such run");
  const session = sessionOf(receipt);
  if (session === undefined) throw notFound(runId, "its backend reported no session");
  return {
    backend: receipt.backend.id,
    resume: { run_id: runId, session, ...(isFork ? { fork: true } : {}) },
    ...modelOf(receipt.observed?.model_calls, engines),
  };
}

function sessionOf({ reported = [] }: Pick<Receipt, "reported">): string | undefined {
  return reported.find(({ session }) => session !== undefined)?.session;
}

function modelOf(
  record: ModelCallsRecord | undefined,
  engines: readonly string[],
): Pick<ResumedRun, "model" | "engine"> {
  const [most] = [...(record?.models ?? [])].sort((one, other) => other.calls - one.calls);
  if (most === undefined) return {};
  return {
    ...(most.requested === null ? {} : { model: most.requested }),
    ...(engines.includes(most.engine) ? { engine: most.engine } : {}),
  };
}

function notFound(runId: string, reason: string): AbpError {
  return new AbpError("session_not_found", `run ${JSON.stringify(runId)} cannot be continued: ${reason}`, {
    where: "--resume",
    details: { run_id: runId },
  });
}
