import { type LoadedConfig, loadConfig } from "../config/index.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** The configuration in force for a command, its advisory warnings said aloud. */
export function loadSettings(terminal: Terminal, configFile = terminal.configFile): LoadedConfig {
  const { cwd, env, home } = terminal.host;
  const loaded = loadConfig({ cwd, env, home, configFile });
  for (const warning of loaded.warnings) {
    terminal.say(`${terminal.colors.yellow("warning")} ${warning.where}: ${warning.message}`);
  }
  return loaded;
}
