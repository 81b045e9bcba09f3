import { checkBackends } from "../backends/index.ts";
import type { Config } from "../config/index.ts";
import { readSettings } from "../contract/index.ts";
import { checkSettings } from "../gateway/index.ts";
import { requireKeys } from "./token.ts";

/**
 * Throws every problem of a configuration that its schema cannot find, as one error: what would keep the daemon from starting, and
 * backends that no run could use. `abp up` and `abp config check` both judge by it.
 */
export function checkConfig(
  config: Config,
  environment: {
    readonly env: Readonly<Record<string, string | undefined>>;
    /** Whether keys were made at run time. */
    readonly hasMadeKeys?: boolean | undefined;
  },
): void {
  readSettings({
    address: () =>
      requireKeys(
        config.bind_address,
        environment.hasMadeKeys === true || Object.keys(config.keys).length > 0,
      ),
    serving: () => checkSettings(config, environment),
    backends: () => checkBackends(config.backends, config.default_backend),
  });
}
