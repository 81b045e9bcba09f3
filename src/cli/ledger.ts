import type { LoadedConfig } from "../config/index.ts";
import { KeyStore, openStore as openStoreOf, type Store } from "../storage/index.ts";
import type { Terminal } from "./terminal/terminal.ts";

type Config = LoadedConfig["config"];

/** The keys of this machine. */
export function openKeys(terminal: Terminal, config: Config): KeyStore {
  return new KeyStore(config.receipts.keys_dir, { now: terminal.host.now, random: terminal.host.random });
}

/** The keys of this machine, with a first one made where there is none. */
export async function openKeysForSigning(terminal: Terminal, config: Config): Promise<KeyStore> {
  const keys = openKeys(terminal, config);
  const made = await keys.ensure();
  if (made !== undefined)
    terminal.say(terminal.colors.dim(`created signing key ${made.key_id} in ${keys.directory}`));
  return keys;
}

/** The log of the configured tenant; each tenant's log has a name of its own. */
export function logIdentity(config: Config): { origin: string; tenant: string } {
  const { origin, tenant } = config.receipts;
  return { origin: `${origin}/${tenant}`, tenant };
}

/** Opens the store for writing; other processes may write too. */
export async function openStore(terminal: Terminal, config: Config): Promise<Store> {
  await openKeysForSigning(terminal, config);
  const { now, random } = terminal.host;
  return openStoreOf(config, { writer: "inline", now, random });
}

/** Opens the store for reading. */
export function readStore(config: Config): Promise<Store> {
  return openStoreOf(config, { mode: "read" });
}
