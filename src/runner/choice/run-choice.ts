import type { Backend } from "../../backends/index.ts";
import type { Config } from "../../config/index.ts";
import type { WorkOrder } from "../../contract/index.ts";
import { enginesOf } from "../../gateway/index.ts";
import type { Resolution } from "../../runtime/index.ts";
import type { Ledger } from "../../storage/index.ts";
import type { RunHost } from "../run-host.ts";
import { orderFor } from "./agent-order.ts";
import { callsChooser } from "./calls-choice.ts";
import { findResumedRun } from "./resumed-run.ts";

/** A work order, and what its caller says of where it runs. */
export interface RunWish {
  readonly order: WorkOrder;
  /** Undefined for that of the run which is continued, else of the configuration. */
  readonly backend: string | undefined;
  /** Undefined for that of the run which is continued, else the one that the models lead to. */
  readonly engine: string | undefined;
  readonly resume: { readonly runId: string; readonly isFork: boolean } | undefined;
}

/** Where a run is executed, with the order as its backend gets it. */
export interface ChosenRun {
  readonly backend: Backend;
  /** Why this backend was chosen, if the choice was ours. */
  readonly projection: string | undefined;
  readonly order: WorkOrder;
  /** The engine for the calls of an agent; undefined if the models' names decide. */
  readonly engine: string | undefined;
}

/** What a choice asks. */
export interface ChoiceParts {
  /** The log with the run that is continued. */
  readonly ledger: () => Promise<Pick<Ledger, "find">>;
  readonly chooseBackend: (name: string, order: WorkOrder) => Promise<Resolution>;
}

/** Chooses backend, engine and model of a run. Throws if there are none, or the run to continue is not there. */
export async function chooseRun(
  host: Pick<RunHost, "env" | "say">,
  config: Config,
  { order, backend, engine, resume }: RunWish,
  parts: ChoiceParts,
): Promise<ChosenRun> {
  const engines = Object.keys(enginesOf(config));
  const resumed =
    resume === undefined
      ? undefined
      : await findResumedRun(await parts.ledger(), resume.runId, { isFork: resume.isFork, engines });
  const name = backend ?? resumed?.backend ?? config.default_backend;
  const resolved = await parts.chooseBackend(name, order);
  const named = engine ?? resumed?.engine;
  const chosen = await orderFor(resolved.backend, order, resumed, callsChooser(host, config, named));
  return {
    backend: resolved.backend,
    projection: resolved.projection,
    order: chosen.order,
    engine: chosen.engine ?? named,
  };
}
