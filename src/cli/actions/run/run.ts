import type { Backend } from "../../../backends/index.ts";
import type { WorkOrder } from "../../../contract/index.ts";
import { uuidV7 } from "../../../lib/index.ts";
import { openRunLog, type RunHandle, type RunResult, runStreaming } from "../../../runtime/index.ts";
import type { Store } from "../../../storage/index.ts";
import { TerminalApprover } from "../../approval/terminal-approver.ts";
import type { CommandAction } from "../../command.ts";
import { describeDecision } from "../../display/run/denials.ts";
import { openRunView, type RunView } from "../../display/run/run-view.ts";
import { readWorkOrder } from "../../flags/work-order-flags.ts";
import { openStore } from "../../ledger.ts";
import { loadSettings } from "../../settings.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { chooseBackend } from "./backend-choice.ts";
import { followRun } from "./follow-run.ts";
import { stopOnSignals } from "./interruption.ts";
import { OutputFiles } from "./output-files.ts";
import { exitOf, showResult } from "./result.ts";
import { type RunSettings, runSettings } from "./run-settings.ts";

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

/** Everything that a run needs besides the store. */
interface Job {
  readonly config: Config;
  readonly options: Options;
  readonly order: WorkOrder;
  readonly newId: () => string;
  readonly files: OutputFiles;
}

/** Runs the order to its receipt. Leaves no empty file where there is none. */
async function runOrder(terminal: Terminal, job: Job): Promise<RunResult> {
  try {
    const { config, options, order, newId } = job;
    const name = options["backend"] as string | undefined;
    const { backend, projection } = await chooseBackend(terminal, config, name, order);
    const settings = { ...(await runSettings(terminal, config, options)), projection, newId };
    return await withStore(terminal, job, (store) => execute(terminal, job, { backend, settings, store }));
  } catch (error) {
    await job.files.discard();
    throw error;
  }
}

async function withStore<Result>(
  terminal: Terminal,
  { config, options }: Job,
  use: (store: Store | undefined) => Promise<Result>,
): Promise<Result> {
  if (options["log"] === false) return use(undefined);
  const store = await openStore(terminal, config);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** What is opened for a run. */
interface Prepared {
  readonly backend: Backend;
  readonly settings: RunSettings;
  readonly store: Store | undefined;
}

async function execute(
  terminal: Terminal,
  { config, order, files }: Job,
  { backend, settings, store }: Prepared,
): Promise<RunResult> {
  const log = store === undefined ? undefined : await openRunLog(store, config, config.receipts.tenant);
  const view = openRunView(terminal);
  try {
    const handle = runStreaming(backend, order, {
      ...settings,
      log,
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
