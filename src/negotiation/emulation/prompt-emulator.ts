import type { CapabilityId } from "../supply/claim.ts";
import type { Emulator } from "./emulator.ts";
import { injectPrompt } from "./prompt-injection.ts";

/** An emulator that only adds a prompt. Operators may configure one for any capability. */
export function promptEmulator(capability: CapabilityId, prompt: string): Emulator {
  const strategy = { type: "system_prompt_injection", prompt } as const;
  return {
    id: `${capability}.prompt`,
    capability,
    fidelity: "minor",
    strategy,
    takesOver: [],
    prepare: (conversation) => ({
      conversation: injectPrompt(conversation, prompt),
      applied: [{ capability, strategy }],
      warnings: [],
    }),
  };
}
