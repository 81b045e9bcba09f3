import type { Config } from "../../../config/index.ts";
import { RunPlace } from "../../../runner/index.ts";
import { openStore } from "../../ledger.ts";
import { runHost } from "../../run-host.ts";
import type { Terminal } from "../../terminal/terminal.ts";

/** The place of the runs of one command, with a store of its own. */
export function commandPlace(
  terminal: Terminal,
  config: Config,
  { hasLog }: { readonly hasLog: boolean },
): RunPlace {
  return new RunPlace(runHost(terminal), config, { hasLog, openStore: () => openStore(terminal, config) });
}
