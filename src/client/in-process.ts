import { AbpError } from "../contract/index.ts";

/** The base URL for the SDKs. Its host can never be resolved (RFC 6761, section 6.4), so that no request reaches the network. */
export const IN_PROCESS_URL = "https://abp.invalid";

/** A placeholder key, because the SDKs refuse to start without one. The gateway authenticates with `x-abp-key`. */
export const IN_PROCESS_KEY = "in-process";

/** Throws `config_invalid` for an SDK option that would bypass the gateway. `own` is an allowed value. */
export function refuseOption(name: string, value: unknown, own?: unknown): void {
  if (value === undefined || value === null || value === false || value === own) return;
  throw new AbpError(
    "config_invalid",
    `\`${name}\` cannot be set: calls go to the gateway and not to the network`,
    {
      advice: "Describe the endpoint as an engine in backplane.toml, and leave the option out.",
    },
  );
}
