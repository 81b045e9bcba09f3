import type { Config } from "../../config/index.ts";
import type { GatewaySearch } from "../../dialects/index.ts";
import type { SearchProvider } from "../../engines/index.ts";
import { compileGlobSet } from "../../lib/index.ts";
import type { SearchLimits } from "./provider-runner.ts";

/** The search that a gateway runs for models whose engine has none. */
export interface Searching {
  readonly provider: SearchProvider;
  readonly limits: SearchLimits;
  readonly abilities: GatewaySearch;
  /** Whether calls of this key to this engine are searched for. */
  isOnFor(engine: string, key: string): boolean;
}

/** Reads for which calls the gateway searches, and how much. */
export function openSearching(provider: SearchProvider, settings: Config["tools"]["web_search"]): Searching {
  const { engines, keys } = settings;
  const matches = (globs: readonly string[]) => {
    const set = compileGlobSet([...globs]);
    return (name: string) => globs.length === 0 || set.matches(name);
  };
  const [isEngine, isKey] = [matches(engines), matches(keys)];
  return {
    provider,
    limits: { maxResults: settings.max_results, maxRounds: settings.max_rounds },
    abilities: {
      afterToolResults: settings.after_tool_results,
      dates: provider.can.dates,
      country: provider.can.country,
    },
    isOnFor: (engine, key) => isEngine(engine) && isKey(key),
  };
}
