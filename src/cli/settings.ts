import {
  contentToTrust,
  type LoadedConfig,
  type LoadOptions,
  loadConfig,
  summariseKeys,
} from "../config/index.ts";
import { endLeftovers } from "./leftovers.ts";
import type { Terminal } from "./terminal/terminal.ts";
import { askToTrust } from "./trust-question.ts";

/** The sources of a command's configuration. */
export function settingSources(terminal: Terminal): LoadOptions {
  const { cwd, env, home } = terminal.host;
  const { configFile, ignoreProjectConfig } = terminal;
  return { cwd, env, home, configFile, ignoreProjectConfig };
}

/** The sources of the configuration of the daemon, and the check of everything that it needs to start. */
export async function servingSources(terminal: Terminal): Promise<LoadOptions> {
  // Only here, so that the other commands start without the daemon's code.
  const { checkConfig } = await import("../daemon/index.ts");
  const { env } = terminal.host;
  return { ...settingSources(terminal), check: (config) => checkConfig(config, { env }) };
}

/**
 * Loads the configuration for a command, prints its warnings on standard error, and ends what killed runs left: whatever opens
 * the store or a stage comes by here. For an untrusted project file it asks on
 * a terminal, and throws `config_untrusted` elsewhere.
 */
export async function loadSettings(
  terminal: Terminal,
  sources: LoadOptions = settingSources(terminal),
): Promise<LoadedConfig> {
  const loaded = await loadOrAsk(terminal, sources);
  for (const warning of loaded.warnings) {
    terminal.say(`${terminal.colors.yellow("warning")} ${warning.where}: ${warning.message}`);
  }
  for (const { skipped } of loaded.sources) {
    if (skipped?.reason !== "ignored") continue;
    const detail = skipped.problem ?? summariseKeys(skipped.keys);
    terminal.say(terminal.colors.dim(`${skipped.shown} is ignored: ${detail}`));
  }
  await endLeftovers(terminal, loaded.config);
  return loaded;
}

async function loadOrAsk(terminal: Terminal, sources: LoadOptions): Promise<LoadedConfig> {
  try {
    return loadConfig(sources);
  } catch (error) {
    const content = contentToTrust(error);
    if (content === undefined || !(await askToTrust(terminal, content))) throw error;
  }
  // Trusted is the content that was shown. If the file has changed since, this throws again.
  return loadConfig(sources);
}
