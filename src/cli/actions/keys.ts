import { ExitCode } from "../../contract/index.ts";
import type { KeyListing } from "../../storage/index.ts";
import type { CommandAction } from "../command.ts";
import { renderTable } from "../display/table.ts";
import { openKeys } from "../ledger.ts";
import { loadSettings } from "../settings.ts";
import { writeOutput } from "../terminal/output.ts";
import type { Terminal } from "../terminal/terminal.ts";

export const list: CommandAction = async (terminal) => {
  const keys = await openKeys(terminal, (await loadSettings(terminal)).config).list();
  if (terminal.json) terminal.outJson(keys);
  else if (keys.length === 0) terminal.out("there is no key yet; `abp keys create` creates one");
  else {
    const rows = keys.map((key) => [key.key_id, key.status, key.not_before, key.not_after ?? "-"]);
    terminal.out(...renderTable(["key", "state", "from", "until"], rows));
  }
  return ExitCode.ok;
};

export const create: CommandAction = async (terminal) => {
  const keys = openKeys(terminal, (await loadSettings(terminal)).config);
  return present(terminal, "created", await keys.create(), keys.directory);
};

export const rotate: CommandAction = async (terminal) => {
  const keys = openKeys(terminal, (await loadSettings(terminal)).config);
  return present(terminal, "rotated to", await keys.rotate(), keys.directory);
};

export const revoke: CommandAction = async (terminal, call) => {
  const keys = openKeys(terminal, (await loadSettings(terminal)).config);
  const id = call.arguments[0] as string;
  return present(
    terminal,
    "revoked",
    await keys.revoke(id, call.options["reason"] as string),
    keys.directory,
  );
};

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
    terminal.say(`${directory} holds the keys; \`abp keys export\` prints the public ones`);
  }
  return ExitCode.ok;
}
