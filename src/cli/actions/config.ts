import { diffConfigs, listValues, loadConfig, redactConfig, renderConfigToml } from "../../config/index.ts";
import { ExitCode } from "../../contract/index.ts";
import type { CommandAction } from "../command.ts";
import { renderTable } from "../display/table.ts";
import { loadSettings } from "../settings.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Checks the configuration. Throws one error with all problems if it is invalid. */
export const check: CommandAction = async (terminal, call) => {
  const file = call.arguments[0] as string | undefined;
  const loaded = loadSettings(terminal, file ?? terminal.configFile);
  const read = loaded.sources.filter((source) => source.found).map((source) => source.file);
  if (terminal.json) terminal.outJson({ valid: true, files: read, warnings: loaded.warnings });
  else terminal.out(`valid configuration (${read.length === 0 ? "defaults only" : read.join(", ")})`);
  return ExitCode.ok;
};

/** Prints the effective configuration. */
export const show: CommandAction = async (terminal, call) => {
  const loaded = loadSettings(terminal);
  const origins = call.options["origin"] === true;
  if (!terminal.json) terminal.out(renderConfigToml(loaded, { origins }).trimEnd());
  else if (origins)
    terminal.outJson(listValues(loaded).map(({ key, value, origin }) => ({ key, value, origin })));
  else terminal.outJson(redactConfig(loaded));
  return ExitCode.ok;
};

/** Compares two configuration files, each merged with the user's file and the defaults. */
export const diff: CommandAction = async (terminal, call) => {
  const [left, right] = call.arguments as [string, string];
  const differences = diffConfigs(load(terminal, left), load(terminal, right));
  if (terminal.json) terminal.outJson(differences);
  else if (differences.length === 0) terminal.out("no differences");
  else {
    const rows = differences.map((one) => [one.path, text(one.left), text(one.right)]);
    terminal.out(...renderTable(["key", left, right], rows));
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
