import { AbpError, ExitCode } from "../../../contract/index.ts";
import { inspectStore, type KeyListing } from "../../../storage/index.ts";
import type { CommandAction } from "../../command.ts";
import { renderTable, tableColumns } from "../../display/table.ts";
import { openKeys, signLogs } from "../../ledger.ts";
import { loadSettings } from "../../settings.ts";
import { writeOutput } from "../../terminal/output.ts";
import type { Terminal } from "../../terminal/terminal.ts";

type Config = Awaited<ReturnType<typeof loadSettings>>["config"];

export const list: CommandAction = async (terminal) => {
  const keys = await openKeys(terminal, (await loadSettings(terminal)).config).list();
  if (terminal.json) terminal.outJson(keys);
  else if (keys.length === 0) terminal.out("there is no key yet; `abp receipt keys create` creates one");
  else {
    const rows = keys.map((key) => [key.key_id, key.status, key.not_before, key.not_after ?? "-"]);
    terminal.out(...renderTable(["key", "state", "from", "until"], rows, tableColumns(terminal)));
  }
  return ExitCode.ok;
};

export const create: CommandAction = async (terminal) => {
  const { config } = await loadSettings(terminal);
  const keys = openKeys(terminal, config);
  const created = await keys.create();
  await signAgain(terminal, config);
  return present(terminal, "created", created, keys.directory);
};

/** Replaces the key in force. A running daemon signs with the new key from its next checkpoint on. */
export const rotate: CommandAction = async (terminal) => {
  const { config } = await loadSettings(terminal);
  const keys = openKeys(terminal, config);
  const rotated = await keys.rotate(await newestTime(config));
  await signAgain(terminal, config);
  return present(terminal, "rotated to", rotated, keys.directory);
};

export const revoke: CommandAction = async (terminal, call) => {
  const { config } = await loadSettings(terminal);
  const keys = openKeys(terminal, config);
  const revoked = await keys.revoke(call.arguments[0] as string, call.options["reason"] as string);
  const isSignable = (await keys.list()).some((key) => key.status === "in_force");
  if (isSignable) await signAgain(terminal, config);
  else
    terminal.say(
      "no key is in force now, so nothing is signed; `abp receipt keys create` creates the next one",
    );
  return present(terminal, "revoked", revoked, keys.directory);
};

// A ledger that cannot be read must not keep its owner from replacing a key.
async function newestTime(config: Config): Promise<Date | undefined> {
  try {
    return await inspectStore(config).newestReceiptTime();
  } catch (error) {
    if (!AbpError.is(error)) throw error;
    return undefined;
  }
}

// The checkpoints that the old key signed would else stay the newest ones until the logs grow.
async function signAgain(terminal: Terminal, config: Config): Promise<void> {
  if (!(await inspectStore(config).exists())) return;
  const failure = await signLogs(terminal, config);
  if (failure !== undefined)
    terminal.say(terminal.colors.yellow(`the log is not signed with it yet: ${failure}`));
}

/** Prints the public keys, or writes them to a file. */
export const exportKeys: CommandAction = async (terminal, call) => {
  const set = await openKeys(terminal, (await loadSettings(terminal)).config).keySet();
  const text = JSON.stringify(set, null, 2);
  const out = call.options["out"] as string | undefined;
  if (out === undefined) terminal.out(text);
  else await writeOutput(terminal, out, `${text}\n`);
  return ExitCode.ok;
};

function present(terminal: Terminal, verb: string, key: KeyListing, directory: string): number {
  if (terminal.json) terminal.outJson(key);
  else {
    terminal.out(`${verb} ${key.key_id}`);
    terminal.say(`${directory} holds the keys; \`abp receipt keys export\` prints the public ones`);
  }
  return ExitCode.ok;
}
