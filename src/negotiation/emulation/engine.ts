import type { Conversation } from "../../contract/index.ts";
import { canonicalCapability, capabilityName } from "../catalogue/capabilities.ts";
import type { CapabilityId } from "../supply/claim.ts";
import { type Emulation, emulate } from "./emulation.ts";
import type { Emulator } from "./emulator.ts";
import { emulatorFor, findEmulator } from "./emulators.ts";
import { unemulatedWarning } from "./report.ts";
import { defaultStrategy, type EmulationConfig } from "./strategy.ts";

/** One line of a decision's plan, as much of it as emulation needs. */
export interface PlannedEmulation {
  readonly capability: CapabilityId;
  readonly emulator: string;
}

/**
 * Applies strategies to conversations: the configured one of a capability, else its default.
 * It never changes the conversation it is given: `apply` returns a new one beside the report.
 */
export class EmulationEngine {
  readonly #config: EmulationConfig;

  constructor(config: EmulationConfig) {
    this.#config = new Map([...config].map(([name, strategy]) => [idOf(name), strategy]));
  }

  /** An engine without overrides. */
  static withDefaults(): EmulationEngine {
    return new EmulationEngine(new Map());
  }

  /** Emulates the capabilities for one call; those that cannot be emulated are warned about. */
  apply(capabilities: readonly string[], conversation: Conversation): Emulation {
    const chosen: Emulator[] = [];
    const warnings: string[] = [];
    for (const capability of new Set(capabilities.map(idOf))) {
      const strategy = this.#config.get(capability) ?? defaultStrategy(capability);
      const emulator = emulatorFor(capability, strategy);
      if (emulator !== undefined) chosen.push(emulator);
      else if (strategy.type === "disabled") warnings.push(unemulatedWarning(capability, strategy.reason));
      else
        warnings.push(
          unemulatedWarning(capability, `No ${strategy.type} available for ${capabilityName(capability)}`),
        );
    }
    return emulate(conversation, chosen, warnings);
  }
}

/** Emulates capabilities for one call with a configuration. */
export function applyEmulation(
  config: EmulationConfig,
  capabilities: readonly string[],
  conversation: Conversation,
): Emulation {
  return new EmulationEngine(config).apply(capabilities, conversation);
}

/** Emulates what a plan says, with the emulators that it names; one that does not exist is warned about. */
export function applyPlan(plan: readonly PlannedEmulation[], conversation: Conversation): Emulation {
  const found = plan.map(({ capability, emulator }) => ({ capability, emulator: findEmulator(emulator) }));
  const missing = found.filter(({ emulator }) => emulator === undefined);
  return emulate(
    conversation,
    withoutRepeats(found.flatMap(({ emulator }) => emulator ?? [])),
    missing.map(({ capability }) => unemulatedWarning(capability, "The planned emulator does not exist")),
  );
}

function idOf(name: string): CapabilityId {
  return canonicalCapability(name) ?? name;
}

// A prompt must not be injected twice because a plan names it twice.
function withoutRepeats(emulators: readonly Emulator[]): readonly Emulator[] {
  return [...new Map(emulators.map((emulator) => [emulator.id, emulator])).values()];
}
