import { AbpError } from "../contract/index.ts";
import { suggest } from "../lib/index.ts";
import { canonicalCapability, capabilityIds } from "./catalogue/capabilities.ts";
import type { Need, Requirement } from "./demand/requirement.ts";

/**
 * Reads `capability[:bound[:bound…]]` as a requirement of the operator.
 * A bound is a support level (`native`, `emulated`, `any`), a minimum (`200000`, `200k`, `1M`), or kinds joined by `+`.
 * `where` is the flag or the member that holds it.
 *
 * @example
 * import { readRequirement } from "agent-backplane/negotiation";
 * const requirement = readRequirement("context.window:200k", "required", "--require");
 */
export function readRequirement(text: string, need: Need, where: string): Requirement {
  const [name = "", ...bounds] = text.split(":");
  const capability = canonicalCapability(name);
  if (capability === undefined) {
    const near = suggest(name, capabilityIds);
    throw new AbpError("usage_invalid", `${JSON.stringify(name)} is not a capability${meant(near)}`, {
      where,
    });
  }
  let requirement: Requirement = { capability, need, floor: "emulated", by: { kind: "operator", id: where } };
  for (const bound of bounds) requirement = { ...requirement, ...readBound(bound, where, text) };
  return requirement;
}

function readBound(bound: string, where: string, text: string): Partial<Requirement> {
  if (bound === "native" || bound === "emulated") return { floor: bound };
  if (bound === "any") return { floor: "emulated" };
  const number = /^(\d+)([kM]?)$/.exec(bound);
  if (number !== null) {
    const units: Record<string, number> = { "": 1, k: 1_000, M: 1_000_000 };
    return { min: Number(number[1]) * units[number[2]!]! };
  }
  if (/^[a-z]+(\+[a-z]+)*$/.test(bound)) return { kinds: bound.split("+") };
  const reason = `${JSON.stringify(bound)} in ${JSON.stringify(text)} is not a bound: use native, emulated, a number or kinds`;
  throw new AbpError("usage_invalid", reason, { where });
}

function meant(near: string | undefined): string {
  return near === undefined ? "" : `; did you mean ${JSON.stringify(near)}?`;
}
