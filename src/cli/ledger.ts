import { join } from "node:path";
import type { LoadedConfig } from "../config/index.ts";
import { FileLedger, KeyStore } from "../storage/index.ts";
import type { Terminal } from "./terminal.ts";

type Config = LoadedConfig["config"];

/** The keys of this machine. */
export function openKeys(terminal: Terminal, config: Config): KeyStore {
  return new KeyStore(config.receipts.keys_dir, { now: terminal.host.now, random: terminal.host.random });
}

/** The keys of this machine, with a first one made where there is none. */
export async function openKeysForSigning(terminal: Terminal, config: Config): Promise<KeyStore> {
  const keys = openKeys(terminal, config);
  if (!(await keys.list()).some((key) => key.status === "in_force")) {
    const { key_id: id } = await keys.create();
    terminal.say(terminal.colors.dim(`created signing key ${id} in ${keys.directory}`));
  }
  return keys;
}

/** The log of the configured tenant; each tenant's log has a name of its own. */
export function logIdentity(config: Config): { origin: string; tenant: string } {
  const { origin, tenant } = config.receipts;
  return { origin: `${origin}/${tenant}`, tenant };
}

/** Opens the ledger for writing. */
export async function openLedger(terminal: Terminal, config: Config): Promise<FileLedger> {
  const keys = await openKeysForSigning(terminal, config);
  return FileLedger.open(ledgerDirectory(config), { ...logIdentity(config), key: await keys.signingKey() });
}

/** Opens the ledger for reading; another process may be writing it. */
export function readLedger(config: Config): Promise<FileLedger> {
  return FileLedger.open(ledgerDirectory(config), { ...logIdentity(config), mode: "read" });
}

function ledgerDirectory(config: Config): string {
  return join(config.receipts_dir, config.receipts.tenant);
}
