import type { Config } from "../config/index.ts";
import { readSettings } from "../contract/index.ts";
import { openEngines, openSearch } from "../engines/index.ts";
import { openPrices } from "../telemetry/index.ts";
import { checkKeys } from "./callers/callers.ts";
import { CallPolicies } from "./enforcement/call-policy.ts";
import { callersOf, defaultEngineOf, enginesOf } from "./open-gateway.ts";
import { checkTargets } from "./routing/router.ts";

/**
 * Throws everything that would keep a gateway from opening with a configuration, as one error. It opens each part by itself, as
 * the gateway does, and neither connects nor writes.
 */
export function checkSettings(
  config: Config,
  { env }: { readonly env: Readonly<Record<string, string | undefined>> },
): void {
  const engines = enginesOf(config);
  const keys = Object.entries(config.keys);
  readSettings({
    engines: () => void openEngines(engines, { env }).close(),
    routes: () =>
      checkTargets(config.routes, defaultEngineOf(config), (name) => Object.hasOwn(engines, name)),
    search: () => void openSearch(config.tools.web_search)?.close(),
    prices: () => openPrices(config.prices),
    keys: () => checkKeys(config.keys),
    callers: () => callersOf(config, {}),
    keyPolicies: () => {
      const unrestricted = new CallPolicies([], {});
      const readers = keys.map(
        ([name, { policy }]) => [name, () => unrestricted.ofKey(name, policy)] as const,
      );
      readSettings(Object.fromEntries(readers));
    },
  });
}
