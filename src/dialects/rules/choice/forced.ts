import type { Conversation, ToolChoice } from "../../../contract/index.ts";
import type { ModelLimits } from "../../../models/index.ts";
import { canBeOff, thinks, withoutThinking } from "../reasoning/thinking.ts";
import type { ModelRule, Note } from "../rule.ts";

/** A call that the model cannot be forced to make: thinking is off, or the call is asked for and the reply checked. */
export const forcedChoice: ModelRule = {
  id: "choice.forced",
  title:
    "If a call cannot be forced while the model thinks, thinking is off; if it can never be forced, an emulator asks for it and marks a reply without it.",
  feature: "tool_choice.required",
  remedies: ["normalise", "drop", "emulate", "refuse"],
  limit: "choice",
  about: ["tool"],
  apply(conversation, limits, note) {
    const { toolChoice, tools } = conversation;
    if (toolChoice === undefined || tools.length === 0 || limits.choice === undefined) return conversation;
    const { mode } = toolChoice;
    if (mode !== "required" && mode !== "tool") return conversation;
    const { forced, named } = limits.choice;
    const limit = mode === "tool" ? (named ?? forced) : forced;
    if (limit === "without thinking" && thinks(conversation, limits)) {
      if (canBeOff(limits)) return thinkingOff(conversation, limits, note);
      return emulated(conversation, mode, note);
    }
    if (limit !== "never") return conversation;
    if (mode === "tool" && forced === "always") return onlyTool(conversation, toolChoice, note);
    return emulated(conversation, mode, note);
  },
};

function thinkingOff(conversation: Conversation, limits: ModelLimits, note: Note): Conversation {
  note({
    node: undefined,
    at: "$",
    disposition: "disclosed",
    reason: `${conversation.model} can be made to call a tool only while it does not think, so thinking is off`,
    feature: "reasoning.mode",
  });
  // A relay of the model has its own way to ask for thinking, and none to switch it off.
  if (limits.reasoning === undefined) {
    const { reasoning: _, ...rest } = conversation;
    return rest;
  }
  return { ...conversation, reasoning: withoutThinking(conversation.reasoning, limits) };
}

function emulated(conversation: Conversation, mode: "required" | "tool", note: Note): Conversation {
  note({
    node: undefined,
    at: "$",
    disposition: "emulated",
    emulator: "tool_choice.prompt",
    reason: `${conversation.model} cannot be forced to call a tool; a prompt asks for the call`,
    feature: `tool_choice.${mode}`,
  });
  return conversation;
}

// With one tool offered, any call is a call of that tool.
function onlyTool(conversation: Conversation, { name, ...choice }: ToolChoice, note: Note): Conversation {
  note({
    node: undefined,
    at: "$",
    disposition: "mapped",
    reason: `a call is required and ${name ?? "one tool"} alone is offered`,
    feature: "tool_choice.tool",
  });
  const tools = conversation.tools.filter(
    (tool) => tool.name === name || (tool.kind !== "server" && `${tool.namespace}__${tool.name}` === name),
  );
  return { ...conversation, tools, toolChoice: { ...choice, mode: "required" } };
}
