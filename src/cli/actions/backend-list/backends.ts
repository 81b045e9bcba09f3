import { BackendRegistry, type RegisteredBackend, sidecarHost } from "../../../backends/index.ts";
import type { Config } from "../../../config/index.ts";
import { ExitCode } from "../../../contract/index.ts";
import { inspectAlone } from "../../../runner/index.ts";
import type { CommandAction } from "../../command.ts";
import type { BackendState } from "../../display/backend-list/backend-state.ts";
import { backendAdvice, backendTable } from "../../display/backend-list/backend-table.ts";
import { capabilityEvidence } from "../../display/backend-list/capability-evidence.ts";
import { capabilityTables } from "../../display/backend-list/capability-tables.ts";
import { ProgressLine } from "../../display/progress-line.ts";
import { tableColumns } from "../../display/table.ts";
import { readAmount } from "../../flags/number-flags.ts";
import { loadSettings } from "../../settings.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { probeBackends } from "./backend-probe.ts";
import { describeBackend } from "./backend-record.ts";

/** Assumed if the output is not a terminal. */
const DEFAULT_COLUMNS = 80;

/** Starts backends, asks each what it can do, and ends it again. Agents that are not installed are not started. */
export const backends: CommandAction = async (terminal, call) => {
  const { config } = await loadSettings(terminal);
  const timeoutMs = readAmount(call.options["timeout"] as string, "--timeout") * 1000;
  const registry = new BackendRegistry(config.backends, sidecarHost(terminal.host.env));
  const wanted = chosen(registry, (call.arguments[0] as readonly string[] | undefined) ?? []);
  const states = await ask(terminal, config, wanted, timeoutMs);
  terminal.host.signal.throwIfAborted();
  if (terminal.json) terminal.outJson(states.map(describeBackend));
  else show(terminal, states, call.options["capabilities"] === true);
  return states.every((one) => isFine(one, config)) ? ExitCode.ok : ExitCode.unavailable;
};

/** The backends with these names, or all. Throws `backend_not_found`. */
function chosen(registry: BackendRegistry, names: readonly string[]): readonly RegisteredBackend[] {
  for (const name of names) registry.find(name);
  return registry.list().filter(({ name }) => names.length === 0 || names.includes(name));
}

/** An agent that nobody installed is a fault only if the configuration has a backend for it. */
function isFine({ name, state }: BackendState, config: Pick<Config, "backends">): boolean {
  return state === "ready" || (state === "not_installed" && config.backends[name] === undefined);
}

async function ask(
  terminal: Terminal,
  config: Config,
  registered: readonly RegisteredBackend[],
  timeoutMs: number,
): Promise<BackendState[]> {
  const progress = new ProgressLine(terminal);
  try {
    return await probeBackends(registered, {
      inspect: (backend, signal) => inspectAlone(terminal.host, config, backend, signal),
      timeoutMs,
      signal: terminal.host.signal,
      onProgress: (asking) => progress.show(asking.length === 0 ? "" : `asking ${asking.join(", ")}`),
    });
  } finally {
    progress.close();
  }
}

function show(terminal: Terminal, states: readonly BackendState[], isByCapability: boolean): void {
  const { colors } = terminal;
  const columns = terminal.host.columns() ?? DEFAULT_COLUMNS;
  if (isByCapability) {
    terminal.out(...capabilityTables(states, columns), ...capabilityEvidence(colors, states, columns));
  } else terminal.out(...backendTable(colors, states, tableColumns(terminal)));
  terminal.say(...backendAdvice(colors, states, columns));
}
