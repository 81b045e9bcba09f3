/** Every variable that names a model: the main one, the one for small tasks, sub-agents, and what each alias stands for. */
export const MODEL_VARIABLES: readonly string[] = [
  "ANTHROPIC_MODEL",
  "ANTHROPIC_SMALL_FAST_MODEL",
  "ANTHROPIC_DEFAULT_OPUS_MODEL",
  "ANTHROPIC_DEFAULT_SONNET_MODEL",
  "ANTHROPIC_DEFAULT_HAIKU_MODEL",
  "ANTHROPIC_DEFAULT_FABLE_MODEL",
  "CLAUDE_CODE_SUBAGENT_MODEL",
  "CLAUDE_CODE_AUTO_MODE_MODEL",
  "CLAUDE_CODE_BG_CLASSIFIER_MODEL",
];

/** Makes one model the only one that Claude Code asks for, under exactly this name. Empty if it chooses itself. */
export function modelVariables(model: string | undefined): Readonly<Record<string, string>> {
  if (model === undefined) return {};
  const slots = Object.fromEntries(MODEL_VARIABLES.map((name) => [name, model]));
  return {
    ...slots,
    // It would replace names of older models by names of newer ones.
    CLAUDE_CODE_DISABLE_LEGACY_MODEL_REMAP: "1",
    // It would ask another model of its vendor after a refusal.
    CLAUDE_CODE_DISABLE_REFUSAL_FALLBACK: "1",
  };
}
