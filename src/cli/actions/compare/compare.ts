import { BackendRegistry, sidecarHost } from "../../../backends/index.ts";
import { ExitCode, type WorkOrder } from "../../../contract/index.ts";
import { uuidV7 } from "../../../lib/index.ts";
import { type ChooseCalls, callsChooser, requireEngine, runSettings } from "../../../runner/index.ts";
import type { CommandAction } from "../../command.ts";
import { type ComparedRun, isGood } from "../../display/compare/compared-run.ts";
import { renderComparison } from "../../display/compare/comparison-table.ts";
import { ComparisonView } from "../../display/compare/comparison-view.ts";
import { signalExit } from "../../display/failure.ts";
import { tableColumns } from "../../display/table.ts";
import { readBackendNames, readModelFlags } from "../../flags/backend-flags.ts";
import { readWorkOrder } from "../../flags/work-order-flags.ts";
import { runHost } from "../../run-host.ts";
import { loadSettings } from "../../settings.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { commandPlace } from "../run/command-place.ts";
import { readRunWishes } from "../run/run-wishes.ts";
import { candidateRunner } from "./candidate-run.ts";
import { type Candidate, prepareCandidate, runCandidates } from "./candidates.ts";
import { describeFailure } from "./run-record.ts";

type Options = Readonly<Record<string, unknown>>;

/** Runs one work order on several backends, each on a stage of its own, and compares the results. */
export const compare: CommandAction = async (terminal, { options }) => {
  const { config } = await loadSettings(terminal);
  const names = readBackendNames(options["backends"] as string | undefined);
  const engine = options["engine"] as string | undefined;
  requireEngine(config, engine);
  const host = runHost(terminal);
  const newId = () => uuidV7(terminal.host.now().getTime(), terminal.host.random(10));
  const order = await readComparedOrder(terminal, options, newId());
  const settings = await runSettings(host, config, await readRunWishes(terminal, options));
  const calls = callsChooser(host, config, engine);
  const candidates = await findCandidates(terminal, config.backends, names, order, options, calls);
  const place = commandPlace(terminal, config, { hasLog: true });
  const view = new ComparisonView(terminal, names);
  try {
    const runs = await runCandidates(candidates, {
      run: candidateRunner(terminal, { place, settings, newId, view }),
      fail: describeFailure,
      isParallel: options["parallel"] === true,
      signal: terminal.host.signal,
    });
    view.close();
    show(terminal, order, runs);
    if (terminal.host.signal.aborted) return signalExit(terminal.host.signal.reason);
    return runs.every(isGood) ? ExitCode.ok : ExitCode.failed;
  } finally {
    view.close();
    await place.close();
  }
};

/** The order of all runs. Each run keeps its changes as a patch, so that none of them reaches the workspace. */
async function readComparedOrder(terminal: Terminal, options: Options, id: string): Promise<WorkOrder> {
  const { model: _, ...others } = options;
  const order = await readWorkOrder(terminal, others, id);
  return { ...order, lane: "patch_first", workspace: { ...order.workspace, mode: "staged" } };
}

/** Throws `backend_not_found`, and `usage_invalid` for flags that name no backend, before anything starts. */
async function findCandidates(
  terminal: Terminal,
  entries: ConstructorParameters<typeof BackendRegistry>[0],
  names: readonly string[],
  order: WorkOrder,
  options: Options,
  chooseCalls: ChooseCalls,
): Promise<Candidate[]> {
  const registry = new BackendRegistry(entries, sidecarHost(terminal.host.env));
  const models = readModelFlags((options["model"] as readonly string[] | undefined) ?? [], names);
  const backends = names.map((name) => [name, registry.find(name)] as const);
  return Promise.all(
    backends.map(([name, backend]) => prepareCandidate(name, backend, order, models.get(name), chooseCalls)),
  );
}

function show(terminal: Terminal, order: WorkOrder, runs: readonly ComparedRun[]): void {
  if (terminal.json) {
    terminal.outJson({ work_order_id: order.id, runs });
    return;
  }
  const { table, notes } = renderComparison(terminal.colors, runs, {
    out: tableColumns(terminal),
    error: terminal.host.columns(),
  });
  terminal.out(...table);
  terminal.say(...notes);
}
