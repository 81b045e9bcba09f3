import { type KeyRole, keyRoles } from "../../contract/index.ts";
import { compileGlobSet } from "../../lib/index.ts";
import type { KeySettings } from "./key-record.ts";

/** The key that makes or changes another one. */
export interface KeyMaker {
  readonly roles: readonly KeyRole[];
  /** Its own settings, which bound those of others; undefined for a key of all tenants, which they do not bound. */
  readonly bounds: KeySettings | undefined;
  /** `gateway.max_concurrent_per_key`. */
  readonly maxConcurrent: number;
}

/** Why a key may not give these settings to another one: the member, and the reason. Undefined if it may. */
export function findExcess(
  maker: KeyMaker,
  made: KeySettings,
): { readonly member: keyof KeySettings; readonly message: string } | undefined {
  const highest = rankOf(maker.roles);
  if (rankOf(made.roles ?? ["caller"]) > highest)
    return { member: "roles", message: `has a role above ${keyRoles[highest]}, the highest of this key` };
  const { bounds } = maker;
  if (bounds === undefined) return undefined;
  if (!areWithin(bounds.engines, made.engines))
    return { member: "engines", message: "names engines that this key may not use" };
  if (!isSubset(bounds.endpoints, made.endpoints))
    return { member: "endpoints", message: "names groups of endpoints that this key may not use" };
  if (bounds.mode === "strict" && made.mode !== "strict")
    return { member: "mode", message: "is not strict, as that of this key" };
  if (!isSubset(bounds.allow_loss, made.allow_loss))
    return { member: "allow_loss", message: "names losses that strict mode of this key refuses" };
  if ((made.max_concurrent ?? maker.maxConcurrent) > (bounds.max_concurrent ?? maker.maxConcurrent))
    return { member: "max_concurrent", message: "is above that of this key" };
  return undefined;
}

function rankOf(held: readonly KeyRole[]): number {
  return Math.max(...held.map((role) => keyRoles.indexOf(role)));
}

// A pattern is within others if it stands among them, or is a name that one of them matches.
function areWithin(bounds: readonly string[], engines: readonly string[]): boolean {
  if (bounds.length === 0) return true;
  const set = compileGlobSet([...bounds]);
  const isName = (engine: string) => /^[\w.:/-]+$/.test(engine);
  return (
    engines.length > 0 &&
    engines.every((engine) => bounds.includes(engine) || (isName(engine) && set.matches(engine)))
  );
}

function isSubset(bounds: readonly string[] | undefined, members: readonly string[] | undefined): boolean {
  return (members ?? []).every((member) => (bounds ?? []).includes(member));
}
