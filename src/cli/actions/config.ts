import {
  diffConfigs,
  listValues,
  loadConfig,
  redactConfig,
  renderConfigToml,
  type SkippedFile,
  trustCommand,
} from "../../config/index.ts";
import { ExitCode } from "../../contract/index.ts";
import type { CommandAction } from "../command.ts";
import { renderTable, tableColumns } from "../display/table.ts";
import { loadSettings, servingSources, settingSources } from "../settings.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Checks the configuration. Throws one error with all problems if it is invalid. */
export const check: CommandAction = async (terminal, call) => {
  const file = call.arguments[0] as string | undefined;
  const sources = await servingSources(terminal);
  const loaded = await loadSettings(
    terminal,
    file === undefined ? sources : { ...sources, configFile: file },
  );
  const read = loaded.sources
    .filter((source) => source.found && source.skipped === undefined)
    .map((source) => source.file);
  if (terminal.json) terminal.outJson({ valid: true, files: read, warnings: loaded.warnings });
  else terminal.out(`valid configuration (${read.length === 0 ? "defaults only" : read.join(", ")})`);
  return ExitCode.ok;
};

/** Prints the effective configuration, and the names of the keys of a project file that is not applied. */
export const show: CommandAction = async (terminal, call) => {
  const loaded = await loadSettings(terminal, { ...settingSources(terminal), untrusted: "report" });
  const origins = call.options["origin"] === true;
  const skipped = loaded.sources.find((source) => source.skipped !== undefined)?.skipped;
  if (!terminal.json) {
    terminal.out(renderConfigToml(loaded, { origins }).trimEnd());
    if (skipped !== undefined) terminal.out("", ...describeSkippedFile(skipped));
  } else if (origins) {
    const values = listValues(loaded).map(({ key, value, origin }) => ({ key, value, origin }));
    const others = (skipped?.keys ?? []).map(({ key, where }) => {
      return { key, applied: false, origin: { layer: "project", where, state: skipped?.reason } };
    });
    terminal.outJson([...values, ...others]);
  } else
    terminal.outJson({ ...redactConfig(loaded), ...(skipped === undefined ? {} : { not_applied: skipped }) });
  return ExitCode.ok;
};

// As comments, so that the output stays TOML.
function describeSkippedFile({ file, shown, reason, problem, keys, sha256 }: SkippedFile): string[] {
  return [
    `# ${shown} is ${reason} and not applied. It would set${keys.length === 0 ? " nothing" : ""}:`,
    ...keys.map(({ key, where }) => `#   ${where}  ${key}`),
    ...(problem === undefined ? [] : [`# ${problem}`]),
    ...(reason === "ignored" || sha256 === undefined ? [] : [`# To use it: ${trustCommand(file)}`]),
  ];
}

/** Compares two configuration files, each merged with the user's file and the defaults. */
export const diff: CommandAction = async (terminal, call) => {
  const [left, right] = call.arguments as [string, string];
  const differences = diffConfigs(load(terminal, left), load(terminal, right));
  if (terminal.json) terminal.outJson(differences);
  else if (differences.length === 0) terminal.out("no differences");
  else {
    const rows = differences.map((one) => [one.path, text(one.left), text(one.right)]);
    terminal.out(...renderTable(["key", left, right], rows, tableColumns(terminal)));
  }
  return differences.length === 0 ? ExitCode.ok : ExitCode.failed;
};

// Without our variables, which would override the values of both files.
function load(terminal: Terminal, configFile: string) {
  const { cwd, home, env } = terminal.host;
  const bare = Object.fromEntries(
    Object.entries(env).filter(([name]) => !name.startsWith("ABP_") && name !== "PORT"),
  );
  return loadConfig({ cwd, home, configFile, env: bare });
}

function text(value: unknown): string {
  return value === undefined ? "-" : JSON.stringify(value);
}
