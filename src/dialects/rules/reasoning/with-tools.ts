import type { ModelRule } from "../rule.ts";
import { thinks } from "./thinking.ts";

/** Some models take function tools behind one API only while they do not think. */
export const thinkingWithTools: ModelRule = {
  id: "reasoning.with_tools",
  title:
    "If the API takes no function tools while the model thinks, thinking is off; a model that always thinks is refused there.",
  feature: "reasoning.effort",
  remedies: ["clamp", "refuse"],
  limit: "reasoning",
  apply(conversation, limits, note) {
    if (limits.reasoning?.withTools !== false || !thinks(conversation, limits)) return conversation;
    if (!conversation.tools.some(({ kind }) => kind !== "server")) return conversation;
    const say = (disposition: "disclosed" | "refused", reason: string) =>
      note({ node: undefined, at: "$", disposition, reason, feature: "reasoning.effort" });
    if (limits.reasoning.efforts?.includes("none") !== true) {
      say(
        "refused",
        `${conversation.model} always thinks, and takes tools at the Responses API alone; use an engine with the dialect codex`,
      );
      return conversation;
    }
    say("disclosed", `${conversation.model} takes no tools here while it thinks, so the effort is none`);
    const { mode: _, budgetTokens: __, ...shown } = conversation.reasoning ?? {};
    return { ...conversation, reasoning: { ...shown, effort: "none" } };
  },
};
