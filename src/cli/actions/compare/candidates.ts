import type { Backend } from "../../../backends/index.ts";
import { AbpError, type WorkOrder } from "../../../contract/index.ts";
import { type ChooseCalls, orderFor } from "../../../runner/index.ts";

/** A backend with the order that it gets. */
export interface ReadyCandidate {
  readonly name: string;
  readonly backend: Backend;
  readonly order: WorkOrder;
  /** The engine for its calls; undefined if the models' names decide. */
  readonly engine: string | undefined;
}

/** One backend of a comparison, or why it cannot take part. */
export type Candidate = ReadyCandidate | { readonly name: string; readonly error: AbpError };

/** Prepares the order for a backend. One that cannot have it, such as an agent without a model, stops no other. */
export async function prepareCandidate(
  name: string,
  backend: Backend,
  order: WorkOrder,
  model: string | undefined,
  chooseCalls: ChooseCalls,
): Promise<Candidate> {
  const given = model === undefined ? order : { ...order, config: { ...order.config, model } };
  try {
    return { name, backend, ...(await orderFor(backend, given, undefined, chooseCalls)) };
  } catch (error) {
    if (AbpError.is(error)) return { name, error };
    throw error;
  }
}

export interface CandidateRuns<Run> {
  readonly run: (candidate: ReadyCandidate) => Promise<Run>;
  /** Describes a candidate that has no result. */
  readonly fail: (name: string, error: AbpError) => Run;
  readonly isParallel: boolean;
  /** When it aborts, no further candidate starts. Those that run hear of it by themselves. */
  readonly signal: AbortSignal;
}

/** Runs all candidates, whatever becomes of each. Gives the results in the order of the candidates. */
export async function runCandidates<Run>(
  candidates: readonly Candidate[],
  { run, fail, isParallel, signal }: CandidateRuns<Run>,
): Promise<Run[]> {
  const runOne = async (candidate: Candidate): Promise<Run> => {
    if ("error" in candidate) return fail(candidate.name, candidate.error);
    if (signal.aborted) return fail(candidate.name, new AbpError("run_cancelled", "it was not started"));
    try {
      return await run(candidate);
    } catch (error) {
      return fail(candidate.name, asAbpError(error));
    }
  };
  if (isParallel) return Promise.all(candidates.map(runOne));
  const runs: Run[] = [];
  for (const candidate of candidates) runs.push(await runOne(candidate));
  return runs;
}

function asAbpError(error: unknown): AbpError {
  if (AbpError.is(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new AbpError("internal", message, { cause: error });
}
