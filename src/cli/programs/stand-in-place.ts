import { join } from "node:path";
import { resolvePaths } from "../../config/index.ts";
import { uuidV7 } from "../../lib/index.ts";
import { SessionFiles, type SessionTable } from "../../stand-in/index.ts";
import { loadSettings } from "../settings.ts";
import type { Host } from "../terminal/host.ts";
import { openTerminal, type Terminal } from "../terminal/terminal.ts";
import { BackplaneStarter } from "./backplane-starter.ts";
import { readChoice, type StandInChoice, withoutChoice } from "./stand-in-choice.ts";

/** What every stand-in is made of besides its protocol. */
export interface StandInPlace {
  readonly starter: BackplaneStarter;
  readonly table: SessionTable;
  readonly newId: () => string;
}

/** The terminal of a stand-in: it only writes to standard error, and reads its choice from the environment. */
export function standInTerminal(host: Host): { readonly terminal: Terminal; readonly choice: StandInChoice } {
  const env = withoutChoice(host.env);
  return { terminal: openTerminal({ ...host, env }, { color: false }), choice: readChoice(host.env) };
}

/** Reads the configuration and prepares the runs of one stand-in. Nothing is opened until the first run. */
export async function openStandInPlace(
  terminal: Terminal,
  choice: StandInChoice,
  protocol: string,
): Promise<StandInPlace> {
  const { host } = terminal;
  const { config } = await loadSettings(terminal);
  const { state } = resolvePaths(host.env, host.home);
  return {
    starter: new BackplaneStarter(terminal, config, choice),
    table: new SessionFiles(join(state, "stand-ins", protocol)),
    newId: () => uuidV7(host.now().getTime(), host.random(10)),
  };
}
