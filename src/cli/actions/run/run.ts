import type { Config } from "../../../config/index.ts";
import { AbpError, type WorkOrder } from "../../../contract/index.ts";
import { enginesOf } from "../../../gateway/index.ts";
import { uuidV7 } from "../../../lib/index.ts";
import type { RunResult } from "../../../runtime/index.ts";
import { sayLeftOut } from "../../agents/index.ts";
import { TerminalApprover } from "../../approval/terminal-approver.ts";
import { terminalUser } from "../../approval/terminal-user.ts";
import type { CommandAction } from "../../command.ts";
import { openRunView } from "../../display/run/run-view.ts";
import { readWorkOrder } from "../../flags/work-order-flags.ts";
import { loadSettings } from "../../settings.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { orderFor } from "./agent-order.ts";
import { chooseBackend } from "./backend-choice.ts";
import { callsChooser } from "./calls-choice.ts";
import { runOnBackend } from "./order-run.ts";
import { OutputFiles } from "./output-files.ts";
import { exitOf, showResult } from "./result.ts";
import { findResumedRun } from "./resumed-run.ts";
import { RunPlace } from "./run-place.ts";
import { runSettings } from "./run-settings.ts";

type Options = Readonly<Record<string, unknown>>;

/** Runs a work order, shows it while it goes on, and prints its result. */
export const run: CommandAction = async (terminal, call) => {
  const { config } = await loadSettings(terminal);
  const { options } = call;
  requireResumed(options);
  const newId = () => uuidV7(terminal.host.now().getTime(), terminal.host.random(10));
  const order = await readWorkOrder(terminal, options, newId());
  const { out, events } = options as Record<string, string | undefined>;
  const files = await OutputFiles.open(terminal, { out, events });
  const result = await runOrder(terminal, { config, options, order, newId, files });
  showResult(terminal, result, out);
  await files.finish(result.receipt);
  return exitOf(terminal, result);
};

/** Throws `usage_invalid` for `--fork` without the run that it would leave as it is. */
function requireResumed({ fork, resume }: Options): void {
  if (fork !== true || resume !== undefined) return;
  throw new AbpError("usage_invalid", "it needs --resume: there is no conversation to leave as it is", {
    where: "--fork",
    advice: "Name the run to continue with `--resume RUN`; `abp receipt log` lists the runs.",
  });
}

/** What a run is made of. */
interface Job {
  readonly config: Config;
  readonly options: Options;
  readonly order: WorkOrder;
  readonly newId: () => string;
  readonly files: OutputFiles;
}

/** Runs the order to its receipt. Leaves no empty file if there is none. */
async function runOrder(terminal: Terminal, job: Job): Promise<RunResult> {
  const place = new RunPlace(terminal, job.config, { hasLog: job.options["log"] !== false });
  try {
    return await execute(terminal, job, place);
  } catch (error) {
    await job.files.discard();
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
  const resumed = await resumedRun(options, place, config);
  const name = (options["backend"] as string | undefined) ?? resumed?.backend;
  const { backend, projection } = await chooseBackend(terminal, config, name, given);
  const engine = (options["engine"] as string | undefined) ?? resumed?.engine;
  const chosen = await orderFor(backend, given, resumed, callsChooser(terminal, config, engine));
  await sayLeftOut(terminal, backend.agent);
  const settings = await runSettings(terminal, config, options);
  const view = openRunView(terminal);
  const approver = new TerminalApprover(terminal, view, settings);
  const user = terminalUser(terminal, view);
  const job = {
    ...{ backend, projection, order: chosen.order, engine: chosen.engine ?? engine },
    ...{ settings, newId, approver, user, view, files },
  };
  try {
    return await runOnBackend(terminal, place, job);
  } finally {
    view.close();
  }
}

/** The run that `--resume` names. */
async function resumedRun(options: Options, place: RunPlace, config: Config) {
  const runId = options["resume"] as string | undefined;
  if (runId === undefined) return undefined;
  const engines = Object.keys(enginesOf(config));
  return findResumedRun(await place.ledger(), runId, { isFork: options["fork"] === true, engines });
}
