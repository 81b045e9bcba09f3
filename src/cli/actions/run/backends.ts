import { BackendRegistry } from "../../../backends/index.ts";
import { ExitCode } from "../../../contract/index.ts";
import type { CommandAction } from "../../command.ts";
import {
  type BackendState,
  backendFailures,
  backendTable,
  capabilityTables,
} from "../../display/backend-table.ts";
import { ProgressLine } from "../../display/progress-line.ts";
import { readAmount } from "../../flags/number-flags.ts";
import { loadSettings } from "../../settings.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { inspectAlone } from "./backend-inspection.ts";
import { probeBackends } from "./backend-probe.ts";

/** Assumed where the output is not a terminal. */
const DEFAULT_COLUMNS = 80;

/** Starts every backend of the configuration, asks it what it can do, and ends it again. */
export const backends: CommandAction = async (terminal, call) => {
  const { config } = await loadSettings(terminal);
  const timeoutMs = readAmount(call.options["timeout"] as string, "--timeout") * 1000;
  const states = await ask(terminal, new BackendRegistry(config.backends), timeoutMs);
  terminal.host.signal.throwIfAborted();
  if (terminal.json) terminal.outJson(states.map(describe));
  else show(terminal, states, call.options["capabilities"] === true);
  return states.every(isFine) ? ExitCode.ok : ExitCode.unavailable;
};

/** An agent that nobody installed is no fault of the configuration. */
function isFine(one: BackendState): boolean {
  return one.state === "ready" || one.error.code === "agent_not_installed";
}

async function ask(
  terminal: Terminal,
  registry: BackendRegistry,
  timeoutMs: number,
): Promise<BackendState[]> {
  const progress = new ProgressLine(terminal);
  try {
    return await probeBackends(registry.list(), {
      inspect: (backend, signal) => inspectAlone(terminal.host, backend, signal),
      timeoutMs,
      signal: terminal.host.signal,
      onProgress: (asking) => progress.show(asking.length === 0 ? "" : `asking ${asking.join(", ")}`),
    });
  } finally {
    progress.close();
  }
}

function show(terminal: Terminal, states: readonly BackendState[], isByCapability: boolean): void {
  const columns = terminal.host.columns() ?? DEFAULT_COLUMNS;
  const lines = isByCapability ? capabilityTables(states, columns) : backendTable(terminal.colors, states);
  terminal.out(...lines);
  terminal.say(...backendFailures(terminal.colors, states, columns));
}

function describe(one: BackendState) {
  const { name, type, state } = one;
  if (one.state === "failed") {
    const { code, message, advice } = one.error;
    return { name, type, state, identity: null, capabilities: {}, error: { code, message, advice } };
  }
  const { identity, capabilities, mode, asksBeforeTools } = one.facts;
  return { name, type, state, identity, capabilities, mode, asks_before_tools: asksBeforeTools };
}
