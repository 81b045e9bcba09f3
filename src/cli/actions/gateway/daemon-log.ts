import type { Config } from "../../../config/index.ts";
import { knownSecrets, secretKind } from "../../../lib/index.ts";
import { presets } from "../../../models/presets/index.ts";
import { chooseLogForm, type LogSettings } from "../../../telemetry/index.ts";
import type { Terminal } from "../../terminal/terminal.ts";

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

/**
 * Lists the values that must never be logged: keys of engines and callers, also from the vendors' variables. A dummy key that is a
 * public word of the configuration, such as the name of its engine, is no secret.
 */
function listSecrets(config: Config, env: Readonly<Record<string, string | undefined>>): string[] {
  const engines = Object.entries(config.engines);
  const publicTexts = engines
    .map(([name, { base_url = "", models }]) => `${name} ${base_url} ${models.join(" ")}`)
    .join(" ");
  const isPublic = (secret: string) =>
    secretKind(secret) === "word" && knownSecrets([secret]).find(publicTexts).length > 0;
  const secrets = [
    ...engines.map(([, engine]) => engine.api_key),
    ...engines.flatMap(([, { headers }]) => headers.map((line) => line.slice(line.indexOf(":") + 1).trim())),
    ...Object.values(config.keys).map((key) => key.token),
    ...presets.flatMap((preset) => preset.keyVariables.map((name) => env[name])),
    config.tools.web_search.api_key,
  ];
  const set = secrets.filter((secret) => secret !== undefined);
  return [...new Set(set)].filter((secret) => secret !== "" && !isPublic(secret));
}
