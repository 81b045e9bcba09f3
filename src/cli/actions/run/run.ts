import { resolvePaths } from "../../../config/index.ts";
import type { WorkOrder } from "../../../contract/index.ts";
import { uuidV7 } from "../../../lib/index.ts";
import { type RunHandle, type RunResult, runStreaming } from "../../../runtime/index.ts";
import { TerminalApprover } from "../../approval/terminal-approver.ts";
import type { CommandAction } from "../../command.ts";
import { describeDecision } from "../../display/run/denials.ts";
import { openRunView, type RunView } from "../../display/run/run-view.ts";
import { readCheckFlag } from "../../flags/check-flag.ts";
import { readWorkOrder } from "../../flags/work-order-flags.ts";
import { loadSettings } from "../../settings.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { chooseBackend } from "./backend-choice.ts";
import { followRun } from "./follow-run.ts";
import { stopOnSignals } from "./interruption.ts";
import { OutputFiles } from "./output-files.ts";
import { exitOf, showResult } from "./result.ts";
import { findResumedRun } from "./resumed-run.ts";
import { RunPlace } from "./run-place.ts";
import { runSettings } from "./run-settings.ts";

type Config = Awaited<ReturnType<typeof loadSettings>>["config"];
type Options = Readonly<Record<string, unknown>>;

/** Runs a work order, shows it while it goes on, and prints its result. */
export const run: CommandAction = async (terminal, call) => {
  const { config } = await loadSettings(terminal);
  const { options } = call;
  const newId = () => uuidV7(terminal.host.now().getTime(), terminal.host.random(10));
  const order = await readWorkOrder(terminal, options, newId());
  const { out, events } = options as Record<string, string | undefined>;
  const files = await OutputFiles.open(terminal, { out, events });
  const result = await runOrder(terminal, { config, options, order, newId, files });
  showResult(terminal, result, out);
  await files.finish(result.receipt);
  return exitOf(terminal, result);
};

/** What a run is made of. */
interface Job {
  readonly config: Config;
  readonly options: Options;
  readonly order: WorkOrder;
  readonly newId: () => string;
  readonly files: OutputFiles;
}

/** Runs the order to its receipt. Leaves no empty file where there is none. */
async function runOrder(terminal: Terminal, job: Job): Promise<RunResult> {
  const { config, options, files } = job;
  const place = new RunPlace(terminal, config, {
    hasLog: options["log"] !== false,
    engine: options["engine"] as string | undefined,
  });
  try {
    return await execute(terminal, job, place);
  } catch (error) {
    await files.discard();
    throw error;
  } finally {
    await place.close();
  }
}

async function execute(
  terminal: Terminal,
  { config, options, order: given, newId, files }: Job,
  place: RunPlace,
): Promise<RunResult> {
  const resumed = await resumedRun(options, place);
  const order = resumed === undefined ? given : { ...given, resume: resumed.resume };
  const name = (options["backend"] as string | undefined) ?? resumed?.backend;
  const { backend, projection } = await chooseBackend(terminal, config, name, order);
  const settings = await runSettings(terminal, config, options);
  const gateway = await place.gatewayFor(backend);
  const log = await place.log();
  const view = openRunView(terminal);
  try {
    const handle = runStreaming(backend, order, {
      ...settings,
      projection,
      newId,
      gateway,
      log,
      homesDir: resolvePaths(terminal.host.env, terminal.host.home).homes,
      check: readCheckFlag(options),
      approver: new TerminalApprover(terminal, view, settings),
      onStep: (step) => view.step(step),
      onDecision: (record) => {
        // The approver itself says how a question ended.
        const isShown = record.verdict === "denied" || record.verdict === "violation";
        if (isShown) view.note("denied", describeDecision(record));
      },
    });
    return await finish(terminal, handle, view, files);
  } finally {
    view.close();
  }
}

/** The run that `--resume` names. */
async function resumedRun(options: Options, place: RunPlace) {
  const runId = options["resume"] as string | undefined;
  if (runId === undefined) return undefined;
  return findResumedRun(await place.ledger(), runId, options["fork"] === true);
}

async function finish(
  terminal: Terminal,
  handle: RunHandle,
  view: RunView,
  files: OutputFiles,
): Promise<RunResult> {
  const stopListening = stopOnSignals(terminal.host, handle, view);
  try {
    await followRun(handle.events, view, files);
    return await handle.result;
  } catch (error) {
    // Nobody follows the run any more.
    handle.cancel("its events could not be shown");
    await handle.result.catch(() => undefined);
    throw error;
  } finally {
    stopListening();
  }
}
