import type { Backend } from "../../../backends/index.ts";
import type { WorkOrder } from "../../../contract/index.ts";
import type { Approver } from "../../../policy/index.ts";
import type { RunPlace, RunSettings, WatchedGateway } from "../../../runner/index.ts";
import {
  type RunGateway,
  type RunHandle,
  type RunResult,
  runStreaming,
  type User,
} from "../../../runtime/index.ts";
import { CallFailures } from "../../agents/index.ts";
import type { RunView } from "../../display/run/run-view.ts";
import { describeDecision } from "../../display/run/summary/denials.ts";
import type { Host } from "../../terminal/host.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { followRun } from "./follow-run.ts";
import { stopOnSignals } from "./interruption.ts";
import type { OutputFiles } from "./output-files.ts";
import { steerByLines } from "./steering.ts";

/** What one run is made of. */
export interface OrderRun {
  readonly backend: Backend;
  /** Why this backend was chosen, if the choice was ours. */
  readonly projection?: string | undefined;
  readonly order: WorkOrder;
  readonly settings: RunSettings;
  /** The engine for the calls of an agent. */
  readonly engine: string | undefined;
  readonly newId: () => string;
  readonly approver: Approver;
  /** Answers questions of the agent; undefined if nobody is there. */
  readonly user?: User | undefined;
  /** Brings the lines that are typed as messages for the agent; undefined if nobody is there. */
  readonly lines?: Host["onLine"] | undefined;
  readonly view: RunView;
  readonly files: Pick<OutputFiles, "addEvent">;
}

/** Runs an order on a backend, and shows it while it goes on. A signal cancels the run. */
export async function runOnBackend(
  { host }: Pick<Terminal, "host">,
  place: Pick<RunPlace, "gatewayFor" | "log">,
  run: OrderRun,
): Promise<RunResult> {
  const { backend, order, settings, projection, newId, approver, user, view, files } = run;
  const gateway = await place.gatewayFor(backend, run.engine);
  const log = await place.log();
  const handle = runStreaming(backend, order, {
    ...settings,
    projection,
    newId,
    gateway: gateway === undefined ? undefined : showCalls(gateway, view),
    log,
    approver,
    user,
    onStep: (step) => view.step(step),
    onDecision: (record) => {
      // The approver itself says how a question ended.
      const isShown = record.verdict === "denied" || record.verdict === "violation";
      if (isShown) view.note("denied", describeDecision(record));
    },
  });
  const stopListening = stopOnSignals(host, handle, view);
  const stopSteering = steerByLines(run.lines, handle, view);
  try {
    return await finish(handle, view, files);
  } finally {
    stopSteering();
    stopListening();
  }
}

/** Lets the view read what the gateway meters for the run, and shows at once which of its calls fail. */
function showCalls(gateway: WatchedGateway, view: Pick<RunView, "meter" | "note">): RunGateway {
  const failures = new CallFailures();
  return {
    ...gateway,
    openRun: (request) => {
      gateway.watch(request.runId, (receipt) => {
        for (const line of failures.linesOf(receipt)) view.note("warning", line);
      });
      const account = gateway.openRun(request);
      if (account.metered !== undefined) view.meter(account.metered);
      return account;
    },
  };
}

async function finish(handle: RunHandle, view: RunView, files: OrderRun["files"]): Promise<RunResult> {
  try {
    await followRun(handle.events, view, files);
    return await handle.result;
  } catch (error) {
    // Nobody follows the run any more.
    handle.cancel("its events could not be shown");
    await handle.result.catch(() => undefined);
    throw error;
  }
}
