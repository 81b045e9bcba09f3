import { type LoadedConfig, loadConfig } from "../config/index.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** Loads the configuration for a command, and prints its warnings on standard error. */
export function loadSettings(terminal: Terminal, configFile = terminal.configFile): LoadedConfig {
  const { cwd, env, home } = terminal.host;
  const loaded = loadConfig({ cwd, env, home, configFile });
  for (const warning of loaded.warnings) {
    terminal.say(`${terminal.colors.yellow("warning")} ${warning.where}: ${warning.message}`);
  }
  return loaded;
}
