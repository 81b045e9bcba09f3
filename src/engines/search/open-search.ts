import { readSettings, settingError } from "../../contract/index.ts";
import { type Resolve, resolveBySystem } from "../address/address-guard.ts";
import { readBaseUrl } from "../address/base-url.ts";
import { ConnectionPools } from "../connection/connection-pools.ts";
import { HttpSearch } from "./http-search.ts";
import { searchApis } from "./providers/index.ts";
import type { SearchProvider } from "./search-provider.ts";
import type { SearchSettings } from "./search-settings.ts";

/** Opens the search provider of a configuration without connecting; undefined if none is set. Throws `config_invalid`. */
export function openSearch(
  settings: SearchSettings,
  {
    resolve = resolveBySystem,
    now = () => performance.now(),
  }: { resolve?: Resolve; now?: () => number } = {},
): SearchProvider | undefined {
  const name = settings.provider;
  if (name === undefined) return undefined;
  const api = searchApis[name] ?? refuse("provider", `is ${JSON.stringify(name)}, which is no provider`);
  const { key, base } = readSettings({
    key: () => {
      const key = settings.api_key?.trim() || undefined;
      if (api.needsKey && key === undefined) refuse("api_key", `is missing; ${name} needs a key`);
      return key;
    },
    base: () => {
      const address = settings.base_url ?? api.baseUrl;
      if (address === undefined) refuse("base_url", `is missing; set the address of your ${name}`);
      const base = readBaseUrl(address);
      return typeof base === "string" ? refuse("base_url", base) : base;
    },
  });
  return new HttpSearch(
    {
      name,
      api,
      base,
      key,
      allowPrivate: settings.allow_private,
      timeoutMs: settings.timeout_secs * 1000,
      price: settings.price_usd ?? api.price,
    },
    new ConnectionPools(resolve),
    now,
  );
}

function refuse(key: string, message: string): never {
  throw settingError(["tools", "web_search", key], message);
}
