import type { CapabilityId } from "../supply/claim.ts";
import type { Emulator, TakenMember } from "./emulator.ts";
import { injectPrompt } from "./prompt-injection.ts";

/** An emulator that only adds a prompt, in place of the members that the engine would refuse. Nothing checks the reply. */
export function promptEmulator(
  capability: CapabilityId,
  prompt: string,
  takesOver: readonly TakenMember[] = [],
): Emulator {
  const strategy = { type: "system_prompt_injection", prompt } as const;
  return {
    id: `${capability}.prompt`,
    capability,
    fidelity: "major",
    strategy,
    takesOver,
    prepare: (conversation) => ({
      conversation: injectPrompt(conversation, prompt),
      applied: [{ capability, strategy }],
      warnings: [],
    }),
  };
}
