import type { Config } from "../../../config/index.ts";
import { presets } from "../../../engines/index.ts";
import { chooseLogForm, type LogSettings } from "../../../telemetry/index.ts";
import type { Terminal } from "../../terminal/terminal.ts";

/** Shorter header values are rarely secrets, and hiding them would damage other text. */
const MIN_SECRET_HEADER_LENGTH = 8;

/** The settings of the daemon's log on standard error. */
export function daemonLogSettings({ host, colors }: Terminal, config: Config): LogSettings {
  const form = chooseLogForm(config.log_format, host.isTerminal.error);
  return {
    level: config.log_level,
    form,
    colour: form === "text" && host.isTerminal.error && colors.isColorSupported,
    secrets: listSecrets(config, host.env),
  };
}

/** Lists the values that must never be logged: keys of engines and callers, also from the vendors' variables. */
function listSecrets(config: Config, env: Readonly<Record<string, string | undefined>>): string[] {
  const engines = Object.values(config.engines);
  const headers = engines
    .flatMap((engine) => engine.headers.map((line) => line.slice(line.indexOf(":") + 1).trim()))
    .filter((value) => value.length >= MIN_SECRET_HEADER_LENGTH);
  const secrets = [
    ...engines.map((engine) => engine.api_key),
    ...headers,
    ...Object.values(config.keys).map((key) => key.token),
    ...presets.flatMap((preset) => preset.keyVariables.map((name) => env[name])),
  ];
  const set = secrets.filter((secret) => secret !== undefined);
  return [...new Set(set)].filter((secret) => secret !== "");
}
