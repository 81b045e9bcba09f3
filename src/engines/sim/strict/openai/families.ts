/** What a model of OpenAI rejects. The two APIs differ in little, which `api` says. */
export interface Family {
  /** `free` takes any value, `default-none` unless effort is set, `none` only with effort none, `fixed` only 1, `never` not at all. */
  readonly sampling: "free" | "default-none" | "none" | "uncertain-none" | "fixed" | "never";
  /** Undefined if the model has no effort. */
  readonly efforts?: readonly string[];
  readonly takesStop: boolean;
  /** Whether `max_tokens` of Chat is gone. */
  readonly isReasoning: boolean;
  /** Whether Chat refuses function tools with reasoning: when effort is set, or also when it is absent. */
  readonly toolsInChat?: "effort-set" | "effort-absent";
  readonly outputLimit?: number;
  readonly isResponsesOnly?: boolean;
  /** Whether it lacks `parallel_tool_calls`. */
  readonly isSerial?: boolean;
}

const NONE_TO_XHIGH = ["none", "low", "medium", "high", "xhigh"];

const reasoning = { takesStop: false, isReasoning: true, outputLimit: 128_000 } as const;

// The first pattern that fits counts.
const FAMILIES: readonly { readonly pattern: RegExp; readonly family: Family }[] = [
  {
    pattern: /^gpt-4o/,
    family: { sampling: "free", takesStop: true, isReasoning: false, outputLimit: 16_384 },
  },
  {
    pattern: /^gpt-4\.1/,
    family: { sampling: "free", takesStop: true, isReasoning: false, outputLimit: 32_768 },
  },
  {
    pattern: /^(gpt-3|gpt-4|chatgpt-4o|gpt-5-chat)/,
    family: { sampling: "free", takesStop: true, isReasoning: false },
  },
  {
    pattern: /^o\d/,
    // One source adds xhigh.
    family: {
      ...reasoning,
      sampling: "fixed",
      efforts: ["low", "medium", "high", "xhigh"],
      outputLimit: 100_000,
      isSerial: true,
    },
  },
  { pattern: /^gpt-5(\.\d)?-search/, family: { ...reasoning, sampling: "fixed" } },
  {
    pattern: /^gpt-5-pro/,
    family: {
      ...reasoning,
      sampling: "fixed",
      efforts: ["high"],
      outputLimit: 272_000,
      isResponsesOnly: true,
    },
  },
  {
    pattern: /^gpt-5\.\d-pro/,
    family: { ...reasoning, sampling: "fixed", efforts: ["medium", "high", "xhigh"], isResponsesOnly: true },
  },
  {
    pattern: /^gpt-5\.\d+-codex/,
    family: { ...reasoning, sampling: "fixed", efforts: NONE_TO_XHIGH },
  },
  {
    pattern: /^gpt-5(-|$)/,
    family: { ...reasoning, sampling: "fixed", efforts: ["minimal", "low", "medium", "high"] },
  },
  {
    pattern: /^gpt-5\.1/,
    family: { ...reasoning, sampling: "default-none", efforts: ["none", "low", "medium", "high"] },
  },
  { pattern: /^gpt-5\.[23]/, family: { ...reasoning, sampling: "default-none", efforts: NONE_TO_XHIGH } },
  {
    pattern: /^gpt-5\.4/,
    family: { ...reasoning, sampling: "default-none", efforts: NONE_TO_XHIGH, toolsInChat: "effort-set" },
  },
  { pattern: /^gpt-5\.5/, family: { ...reasoning, sampling: "none", efforts: NONE_TO_XHIGH } },
  {
    // Whether Responses takes max is uncertain.
    pattern: /^gpt-5\.\d/,
    family: {
      ...reasoning,
      sampling: "none",
      efforts: [...NONE_TO_XHIGH, "max"],
      toolsInChat: "effort-absent",
    },
  },
  {
    pattern: /^gpt-6(-sol|-luna|\.1-terra)/,
    family: {
      ...reasoning,
      sampling: "uncertain-none",
      efforts: [...NONE_TO_XHIGH, "max"],
      toolsInChat: "effort-absent",
    },
  },
  {
    pattern: /^gpt-[6-9]/,
    family: {
      ...reasoning,
      sampling: "never",
      efforts: ["low", "medium", "high", "xhigh", "max"],
      toolsInChat: "effort-absent",
    },
  },
];

/** Returns undefined for an unknown model. */
export function familyOf(model: string): Family | undefined {
  return FAMILIES.find(({ pattern }) => pattern.test(model))?.family;
}

/** OpenAI's models before GPT-5.6, and 5.6 Terra, which reject the breakpoints of prompt caches. */
const NO_BREAKPOINTS = /^(o\d|chatgpt-|gpt-[34]|gpt-5(-|$)|gpt-5\.[0-5](?!\d)|gpt-5\.6-terra)/;

export const takesBreakpoints = (model: string) => !NO_BREAKPOINTS.test(model);
