import { statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import {
  describeSkipped,
  PROJECT_FILE_NAME,
  type ProjectFile,
  ProjectFileError,
  printable,
  readProjectFile,
  realPathOf,
  resolvePaths,
  type TrustEntry,
  TrustStore,
} from "../../config/index.ts";
import { AbpError, ExitCode } from "../../contract/index.ts";
import type { CommandAction } from "../command.ts";
import { renderTable, tableColumns } from "../display/table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { addTrust } from "../trust-entry.ts";

/** Trusts the present content of a project file, or lists what is trusted. */
export const trust: CommandAction = async (terminal, call) => {
  if (call.options["list"] === true) return showList(terminal, openTrust(terminal).list());
  const file = read(projectPath(terminal, call.arguments[0] as string | undefined));
  const { keys, problem } = describeSkipped(file, file.path, "untrusted");
  if (problem !== undefined) {
    throw new AbpError("config_invalid", `${problem}: it is not trusted`, {
      where: file.path,
      advice: `\`abp config check ${PROJECT_FILE_NAME}\` names the place.`,
    });
  }
  const entry = await addTrust(terminal.host, file);
  if (terminal.json) terminal.outJson({ ...entry, keys });
  else {
    terminal.out(`trusted ${printable(entry.path)}`, `sha256  ${entry.sha256}`);
    for (const { key, where } of keys) terminal.say(`  ${where.slice(file.path.length + 1)}  ${key}`);
  }
  return ExitCode.ok;
};

/** Ends the trust in a project file. */
export const untrust: CommandAction = async (terminal, call) => {
  const path = realPathOf(projectPath(terminal, call.arguments[0] as string | undefined));
  const isRemoved = openTrust(terminal).remove(path);
  if (terminal.json) terminal.outJson({ path, removed: isRemoved });
  else
    terminal.out(isRemoved ? `no longer trusted: ${printable(path)}` : `was not trusted: ${printable(path)}`);
  return ExitCode.ok;
};

function openTrust({ host }: Terminal): TrustStore {
  return new TrustStore(resolvePaths(host.env, host.home).state);
}

function projectPath({ host }: Terminal, given = "."): string {
  const path = resolve(host.cwd, given);
  if (
    statSync(path, { throwIfNoEntry: false })?.isDirectory() === true &&
    basename(path) !== PROJECT_FILE_NAME
  )
    return join(path, PROJECT_FILE_NAME);
  if (basename(path) === PROJECT_FILE_NAME) return path;
  throw new AbpError("usage_invalid", `only a file named ${PROJECT_FILE_NAME} needs trust`, {
    where: given,
    advice: "A file that you name with --config is used without it.",
  });
}

function read(path: string): ProjectFile {
  try {
    const file = readProjectFile(path);
    if (file !== undefined) return file;
  } catch (error) {
    if (!(error instanceof ProjectFileError)) throw error;
    throw new AbpError("config_untrusted", `it cannot be trusted: ${error.message}`, {
      where: path,
      advice: "Put a regular file in its place, or name a configuration file with --config.",
    });
  }
  throw new AbpError("input_unreadable", "there is no such file", { where: path });
}

function showList(terminal: Terminal, entries: readonly TrustEntry[]): number {
  const rows = entries.map((entry) => ({ ...entry, state: stateOf(entry) }));
  if (terminal.json) terminal.outJson(rows);
  else if (rows.length === 0) terminal.out("no project file is trusted");
  else {
    terminal.out(
      ...renderTable(
        ["file", "state", "trusted at", "sha256"],
        rows.map((row) => [printable(row.path), row.state, row.trusted_at, row.sha256]),
        tableColumns(terminal),
      ),
    );
  }
  return ExitCode.ok;
}

function stateOf({ path, sha256 }: TrustEntry): "trusted" | "changed" | "missing" {
  try {
    const file = readProjectFile(path);
    if (file === undefined) return "missing";
    return file.sha256 === sha256 ? "trusted" : "changed";
  } catch (error) {
    if (error instanceof ProjectFileError) return "changed";
    throw error;
  }
}
