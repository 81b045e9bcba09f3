import { canonicalCapability, capabilityIds } from "../catalogue/capabilities.ts";
import type { CapabilityId } from "../supply/claim.ts";
import type { Emulator } from "./emulator.ts";
import { emulatorFor, emulators } from "./emulators.ts";
import type { OrderEmulators } from "./order/order-emulator.ts";
import { orderEmulatorFor, orderEmulators } from "./order/order-emulators.ts";
import { disabledByDefault, type EmulationConfig, type EmulationStrategy } from "./strategy.ts";

/** The emulators in use: the default ones, each replaced or left out as configured. Calls and work orders read the same set. */
export interface EmulatorSet extends OrderEmulators {
  readonly calls: readonly Emulator[];
  /** The default ids of call emulators that are replaced by one with another id. Feature tables name the default ids. */
  readonly renamed: ReadonlyMap<string, string>;
  /** Every id that `find` knows. */
  readonly ids: readonly string[];
  /** Differs for sets that differ; empty for the default set. */
  readonly key: string;
  /** Finds an emulator of calls by its id, or by the default id in whose place it is. */
  find(id: string): Emulator | undefined;
}

/** The emulators without configuration. */
export const defaultEmulators: EmulatorSet = configureEmulators(new Map());

/**
 * The emulators with the configured strategies. Keys may be any name of a capability.
 *
 * @example
 * import { configureEmulators } from "agent-backplane/negotiation";
 * const reason = "our users want the model's own";
 * const { calls, orders } = configureEmulators(new Map([["extended_thinking", { type: "disabled", reason }]]));
 */
export function configureEmulators(config: EmulationConfig): EmulatorSet {
  const chosen = new Map([...config].map(([name, strategy]) => [idOf(name), strategy]));
  const calls = replaceAll(emulators, chosen, emulatorFor);
  const firstIds = new Map(emulators.toReversed().map(({ capability, id }) => [capability, id]));
  const renamed = new Map<string, string>();
  for (const capability of chosen.keys()) {
    const before = firstIds.get(capability);
    const after = calls.find((one) => one.capability === capability)?.id;
    if (before !== undefined && after !== undefined && before !== after) renamed.set(before, after);
  }
  const byId = new Map(calls.map((emulator) => [emulator.id, emulator]));
  return {
    calls,
    orders: replaceAll(orderEmulators, chosen, orderEmulatorFor),
    disabled: disabledIn(chosen),
    renamed,
    ids: [...byId.keys(), ...renamed.keys()],
    key: chosen.size === 0 ? "" : JSON.stringify([...chosen].toSorted()),
    find: (id) => byId.get(renamed.get(id) ?? id),
  };
}

/** Why a strategy cannot be configured for a capability; undefined if it can. */
export function findStrategyFault(
  capability: CapabilityId,
  type: EmulationStrategy["type"],
): string | undefined {
  if (type === "post_processing" && emulatorFor(capability, { type, detail: "" }) === undefined)
    return 'has no post-processing, expected "system_prompt_injection" or "disabled"';
  if (type === "system_prompt_injection" && CONTENT.includes(capability))
    return 'is content that a prompt cannot replace, expected "disabled"';
  return undefined;
}

/** The id of a capability that a strategy can be configured for, by any of its names. */
export function emulatableCapability(name: string): CapabilityId | undefined {
  return canonicalCapability(name) ?? emulators.find(({ capability }) => capability === name)?.capability;
}

/** Every id that `emulatableCapability` returns. */
export const emulatableCapabilities: readonly CapabilityId[] = [
  ...new Set([...capabilityIds, ...emulators.map(({ capability }) => capability)]),
];

/** What an order or a call contains. With words in its place the content would be left out. */
const CONTENT: readonly CapabilityId[] = [
  "image_input",
  "vision",
  "audio",
  "pdf_input",
  "mcp_client",
  "session_resume",
  "session_fork",
];

function idOf(name: string): CapabilityId {
  return emulatableCapability(name) ?? name;
}

/** Puts the emulator of a configured strategy in the place of all default ones of its capability. */
function replaceAll<One extends { readonly capability: CapabilityId }>(
  defaults: readonly One[],
  chosen: ReadonlyMap<CapabilityId, EmulationStrategy>,
  make: (capability: CapabilityId, strategy: EmulationStrategy) => One | undefined,
): readonly One[] {
  const kept = defaults.filter(({ capability }) => !chosen.has(capability));
  const made = [...chosen].flatMap(([capability, strategy]) => make(capability, strategy) ?? []);
  return [...kept, ...made];
}

function disabledIn(chosen: ReadonlyMap<CapabilityId, EmulationStrategy>): ReadonlyMap<CapabilityId, string> {
  const disabled = new Map(disabledByDefault);
  for (const [capability, strategy] of chosen) {
    if (strategy.type === "disabled") disabled.set(capability, strategy.reason);
    else disabled.delete(capability);
  }
  return disabled;
}
