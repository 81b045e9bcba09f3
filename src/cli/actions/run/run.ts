import type { Config } from "../../../config/index.ts";
import { AbpError, type WorkOrder } from "../../../contract/index.ts";
import { uuidV7 } from "../../../lib/index.ts";
import { chooseRun, type RunPlace, runSettings } from "../../../runner/index.ts";
import type { RunResult } from "../../../runtime/index.ts";
import { sayLeftOut } from "../../agents/index.ts";
import { TerminalApprover } from "../../approval/terminal-approver.ts";
import { terminalUser } from "../../approval/terminal-user.ts";
import type { CommandAction } from "../../command.ts";
import { openRunView } from "../../display/run/run-view.ts";
import { readWorkOrder } from "../../flags/work-order-flags.ts";
import { runHost } from "../../run-host.ts";
import { loadSettings } from "../../settings.ts";
import { isAttended, type Terminal } from "../../terminal/terminal.ts";
import { submit } from "../submitted/submit.ts";
import { chooseBackendVisibly } from "./backend-choice.ts";
import { commandPlace } from "./command-place.ts";
import { runOnBackend } from "./order-run.ts";
import { OutputFiles } from "./output-files.ts";
import { exitOf, showResult } from "./result.ts";
import { readRunWishes } from "./run-wishes.ts";

type Options = Readonly<Record<string, unknown>>;

/** Runs a work order, shows it while it goes on, and prints its result. */
export const run: CommandAction = async (terminal, call) => {
  const { config } = await loadSettings(terminal);
  const { options } = call;
  requireResumed(options);
  const newId = () => uuidV7(terminal.host.now().getTime(), terminal.host.random(10));
  const order = await readWorkOrder(terminal, options, newId());
  if (options["detach"] === true) return submit(terminal, config, { options, order });
  requireDetached(options);
  const { out, events } = options as Record<string, string | undefined>;
  const files = await OutputFiles.open(terminal, { out, events });
  const result = await runOrder(terminal, { config, options, order, newId, files });
  showResult(terminal, result, out);
  await files.finish(result.receipt);
  return exitOf(terminal, result);
};

/** Throws `usage_invalid` for a flag that only the daemon knows. */
function requireDetached(options: Options): void {
  for (const name of ["check", "priority"]) {
    if (options[name] !== undefined)
      throw new AbpError("usage_invalid", "it needs --detach", { where: `--${name}` });
  }
}

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
  const place = commandPlace(terminal, job.config, { hasLog: job.options["log"] !== false });
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
  { config, options, order, newId, files }: Job,
  place: RunPlace,
): Promise<RunResult> {
  const host = runHost(terminal);
  const { backend, engine, resume } = options as Readonly<Record<string, string | undefined>>;
  const isFork = options["fork"] === true;
  const chosen = await chooseRun(
    host,
    config,
    { order, backend, engine, resume: resume === undefined ? undefined : { runId: resume, isFork } },
    {
      ledger: () => place.ledger(),
      chooseBackend: (name) => chooseBackendVisibly(terminal, config, name, order),
    },
  );
  await sayLeftOut(terminal, chosen.backend.agent);
  const settings = await runSettings(host, config, await readRunWishes(terminal, options));
  const view = openRunView(terminal);
  const approver = new TerminalApprover(terminal, view, settings);
  const user = terminalUser(terminal, view);
  const lines = isAttended(terminal) ? terminal.host.onLine : undefined;
  try {
    return await runOnBackend(terminal, place, {
      ...chosen,
      settings,
      newId,
      approver,
      user,
      lines,
      view,
      files,
    });
  } finally {
    view.close();
  }
}
