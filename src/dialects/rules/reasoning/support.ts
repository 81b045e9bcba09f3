import type { ModelRule } from "../rule.ts";
import { wishOf } from "./thinking.ts";

/** A model that does not think is asked to do so by a prompt; the settings themselves would be an error. */
export const thinkingSupport: ModelRule = {
  id: "reasoning.support",
  title:
    "A model that cannot think is asked by a prompt to think first; settings that mean no thinking are left out.",
  feature: "reasoning.mode",
  remedies: ["drop", "emulate"],
  limit: "reasoning",
  apply(conversation, { reasoning: limits }, note) {
    const { reasoning } = conversation;
    if (reasoning === undefined || limits?.supported !== false) return conversation;
    const wish = wishOf(reasoning);
    const feature = wish === "effort" ? "reasoning.effort" : "reasoning.mode";
    const at = "$";
    if (wish === "off" || wish === "nothing") {
      const reason = `${conversation.model} never thinks, so nothing is switched off`;
      note({ node: undefined, at, disposition: "mapped", reason, feature });
      const { reasoning: _, ...rest } = conversation;
      return rest;
    }
    note({
      node: undefined,
      at,
      disposition: "emulated",
      emulator: "extended_thinking.prompt",
      reason: `${conversation.model} does not think by itself; a prompt asks for it`,
      feature,
    });
    return conversation;
  },
};
