import { AbpError } from "../contract/index.ts";

/** Where the SDKs believe to send their requests: a name that can never be resolved (RFC 6761, section 6.4). */
export const IN_PROCESS_URL = "https://abp.invalid";

/** What the SDKs are given as key where the program has none; the gateway knows its callers otherwise. */
export const IN_PROCESS_KEY = "in-process";

/** Refuses an option that would have to lead elsewhere than into the gateway. */
export function refuseOption(name: string, value: unknown, own?: unknown): void {
  if (value === undefined || value === null || value === false || value === own) return;
  throw new AbpError(
    "config_invalid",
    `\`${name}\` cannot be set: calls go into the gateway and not to the network`,
    {
      advice: "Describe the endpoint as an engine in backplane.toml, and leave the option out.",
    },
  );
}
