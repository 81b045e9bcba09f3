import type { LoadedConfig } from "../config/index.ts";
import { AbpError } from "../contract/index.ts";
import { inspectStore, KeyStore, openStore as openStoreOf, type Store } from "../storage/index.ts";
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

/** Opens the store for writing. Other processes may write at the same time. */
export async function openStore(terminal: Terminal, config: Config): Promise<Store> {
  await openKeysForSigning(terminal, config);
  const { now, random } = terminal.host;
  return openStoreOf(config, { writer: "inline", now, random });
}

/**
 * Opens the store for reading, and warns of faults for which opening for writing would fail. If this process may write, it
 * first records the runs that ended processes left open.
 */
export async function readStore(terminal: Terminal, config: Config): Promise<Store> {
  const store = await openStoreOf(config, { mode: "read" });
  const unopened = inspectStore(config);
  for (const { code, message } of await unopened.findFaults()) {
    terminal.say(terminal.colors.yellow(`warning ${code}: ${message}; see \`abp receipt log --check\``));
  }
  const { interrupted } = await unopened.countOpenRuns(config.receipts.tenant);
  if (interrupted > 0) {
    const runs = `${interrupted} ${interrupted === 1 ? "run" : "runs"} of a process that has ended`;
    const failure = await signLogs(terminal, config);
    if (failure === undefined) terminal.say(terminal.colors.yellow(`recorded ${runs} as interrupted`));
    else terminal.say(terminal.colors.yellow(`${runs} cannot be recorded yet: ${failure}`));
  }
  return store;
}

/**
 * Opens the store for writing and closes it, which records interrupted runs and signs every log with the key in force. Resolves
 * to the reason if that is not possible; undefined if it was done.
 */
export async function signLogs(terminal: Terminal, config: Config): Promise<string | undefined> {
  const { now, random } = terminal.host;
  try {
    const store = await openStoreOf(config, { writer: "inline", now, random });
    await store.close();
    return undefined;
  } catch (error) {
    if (!AbpError.is(error)) throw error;
    return error.message;
  }
}
