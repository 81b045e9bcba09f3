import type { Conversation } from "../../contract/index.ts";
import type { ModelLimits } from "../../models/index.ts";
import { modelRules } from "./model-rules.ts";
import type { Note } from "./rule.ts";

/** Makes a conversation acceptable to the target model. Every change is noted with the rule that made it. */
export function applyRules(conversation: Conversation, limits: ModelLimits, note: Note): Conversation {
  let changed = conversation;
  for (const rule of modelRules) {
    changed = rule.apply(changed, limits, (one) => note({ ...one, rule: rule.id }));
  }
  return changed;
}
