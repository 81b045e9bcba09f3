import type { Conversation } from "../../contract/index.ts";
import type { ModelLimits } from "../../models/index.ts";
import { type ConversationParts, hasTextAlone, holdsAny, partsOf } from "../features/conversation-parts.ts";
import { modelRules } from "./model-rules.ts";
import type { ModelRule, Note } from "./rule.ts";

/** The rules that may do something for a model. */
interface RuleList {
  readonly all: readonly ModelRule[];
  /** Those that look at a conversation of texts. */
  readonly forTexts: readonly ModelRule[];
}

// Every call asks, and the limits of a model are one object.
const ruleLists = new WeakMap<ModelLimits, RuleList>();

/**
 * Makes a conversation acceptable to the target model. Every change is noted with the rule that made it. `parts` are
 * what the conversation holds.
 */
export function applyRules(
  conversation: Conversation,
  limits: ModelLimits,
  note: Note,
  parts: ConversationParts = partsOf(conversation),
): Conversation {
  let changed = conversation;
  let id = "";
  const noteRule: Note = (one) => note({ ...one, rule: id });
  const { all, forTexts } = rulesFor(limits);
  for (const rule of hasTextAlone(parts) ? forTexts : all) {
    if (rule.about !== undefined && !holdsAny(parts, rule.about)) continue;
    id = rule.id;
    changed = rule.apply(changed, limits, noteRule);
  }
  return changed;
}

function rulesFor(limits: ModelLimits): RuleList {
  let rules = ruleLists.get(limits);
  if (rules === undefined) {
    const all = modelRules.filter(({ limit }) => limits[limit] !== undefined);
    rules = { all, forTexts: all.filter(({ about }) => about === undefined) };
    ruleLists.set(limits, rules);
  }
  return rules;
}
