import type { Conversation } from "../../contract/index.ts";
import { canonicalCapability, capabilityName } from "../catalogue/capabilities.ts";
import type { CapabilityId } from "../supply/claim.ts";
import { type Emulation, emulate } from "./emulation.ts";
import type { Emulator } from "./emulator.ts";
import { defaultEmulators } from "./emulator-set.ts";
import { emulatorFor } from "./emulators.ts";
import { unemulatedWarning } from "./report.ts";
import { defaultStrategy, type EmulationConfig } from "./strategy.ts";

/** The part of a plan step that emulation needs. */
export interface PlannedEmulation {
  readonly capability: CapabilityId;
  readonly emulator: string;
}

/**
 * Applies the configured strategy of each capability, or its default. `apply` returns a new conversation and does not
 * change the given one.
 *
 * @example
 * import { EmulationEngine } from "agent-backplane/negotiation";
 * const engine = EmulationEngine.withDefaults();
 * const { conversation: changed, report } = engine.apply(["extended_thinking"], conversation);
 */
export class EmulationEngine {
  readonly #config: EmulationConfig;

  constructor(config: EmulationConfig) {
    this.#config = new Map([...config].map(([name, strategy]) => [idOf(name), strategy]));
  }

  static withDefaults(): EmulationEngine {
    return new EmulationEngine(new Map());
  }

  /** Emulates capabilities for one call. The report warns of each capability that cannot be emulated. */
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

/**
 * @example
 * import { applyEmulation } from "agent-backplane/negotiation";
 * const emulation = applyEmulation(new Map(), ["extended_thinking"], conversation);
 */
export function applyEmulation(
  config: EmulationConfig,
  capabilities: readonly string[],
  conversation: Conversation,
): Emulation {
  return new EmulationEngine(config).apply(capabilities, conversation);
}

/** Applies the emulators of a plan, each once. The report warns of an emulator that does not exist. */
export function applyPlan(
  plan: readonly PlannedEmulation[],
  conversation: Conversation,
  set = defaultEmulators,
): Emulation {
  const found = plan.map(({ capability, emulator }) => ({ capability, emulator: set.find(emulator) }));
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

// A plan may name an emulator twice; its prompt must be injected only once.
function withoutRepeats(emulators: readonly Emulator[]): readonly Emulator[] {
  return [...new Map(emulators.map((emulator) => [emulator.id, emulator])).values()];
}
