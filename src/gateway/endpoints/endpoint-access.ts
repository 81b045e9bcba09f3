import { AbpError } from "../../contract/index.ts";
import type { PassedEndpoint } from "../../dialects/index.ts";
import type { Engine } from "../../engines/index.ts";
import type { Caller } from "../exchange/caller.ts";
import { isRestricted } from "../id-owners/resource-ownership.ts";

/**
 * Checks that a key may call an endpoint of an engine that passes through. Throws `access_denied` if the endpoint keeps things
 * at the vendor and the key does not name its group, or if it shows what other keys have.
 */
export function checkAccess(
  { group, access }: PassedEndpoint,
  caller: Pick<Caller, "name" | "isOnlyKey" | "isMachineOwner" | "endpoints">,
  engine: Pick<Engine, "name" | "usesCallerKey">,
  path: string,
): void {
  if (access === "inference" || caller.isMachineOwner === true || !isRestricted(caller, engine)) return;
  if (access === "resource" && caller.endpoints?.includes(group) === true) return;
  const shares = `the key ${caller.name} shares the account of the engine ${engine.name} with other keys`;
  throw access === "resource"
    ? new AbpError("access_denied", `${path} keeps things at the vendor, and ${shares}`, {
        advice: `Add "${group}" to \`endpoints\` of [keys.${caller.name}] in backplane.toml, or set \`credential = "caller"\` for the engine.`,
      })
    : new AbpError("access_denied", `${path} concerns the whole account of the vendor, and ${shares}`, {
        advice: `Set \`credential = "caller"\` for the engine, so that callers send vendor keys of their own, or use a gateway with a single key.`,
      });
}
