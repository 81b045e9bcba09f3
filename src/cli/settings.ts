import {
  contentToTrust,
  type LoadedConfig,
  type LoadOptions,
  loadConfig,
  summariseKeys,
} from "../config/index.ts";
import { AbpError } from "../contract/index.ts";
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
  const sources = settingSources(terminal);
  const hasMadeKeys = await findMadeKeys(sources);
  return { ...sources, check: (config) => checkConfig(config, { env, hasMadeKeys }) };
}

// Only a daemon without configured keys, at an address that others can reach, depends on the keys of the store.
async function findMadeKeys(sources: LoadOptions): Promise<boolean> {
  const { hasMadeKeys, isLoopback } = await import("../daemon/index.ts");
  try {
    const { config } = loadConfig(sources);
    if (isLoopback(config.bind_address) || Object.keys(config.keys).length > 0) return false;
    return await hasMadeKeys(config);
  } catch (error) {
    // The command itself says what is wrong.
    if (AbpError.is(error)) return false;
    throw error;
  }
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
