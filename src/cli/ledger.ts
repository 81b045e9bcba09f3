import type { LoadedConfig } from "../config/index.ts";
import { KeyStore, openStore as openStoreOf, type Store } from "../storage/index.ts";
import type { Terminal } from "./terminal/terminal.ts";

type Config = LoadedConfig["config"];

/** Opens the signing keys of this machine. */
export function openKeys(terminal: Terminal, config: Config): KeyStore {
  return new KeyStore(config.receipts.keys_dir, { now: terminal.host.now, random: terminal.host.random });
}

/** Opens the signing keys of this machine, and creates the first one if there is none. */
export async function openKeysForSigning(terminal: Terminal, config: Config): Promise<KeyStore> {
  const keys = openKeys(terminal, config);
  const made = await keys.ensure();
  if (made !== undefined)
    terminal.say(terminal.colors.dim(`created signing key ${made.key_id} in ${keys.directory}`));
  return keys;
}

/** The name and tenant of the log of the configured tenant. Each tenant has its own log. */
export function logIdentity(config: Config): { origin: string; tenant: string } {
  const { origin, tenant } = config.receipts;
  return { origin: `${origin}/${tenant}`, tenant };
}

/** Opens the store for writing. Other processes may write at the same time. */
export async function openStore(terminal: Terminal, config: Config): Promise<Store> {
  await openKeysForSigning(terminal, config);
  const { now, random } = terminal.host;
  return openStoreOf(config, { writer: "inline", now, random });
}

export function readStore(config: Config): Promise<Store> {
  return openStoreOf(config, { mode: "read" });
}
