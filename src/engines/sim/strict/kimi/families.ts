/** What a Kimi model fixes. */
export interface Family {
  /** Whether `thinking: disabled` exists. */
  readonly maySwitchOff: boolean;
  /** Undefined if the model takes no effort and ignores it. */
  readonly efforts?: readonly string[];
  /** Whether a required call goes with thinking. */
  readonly takesRequired: boolean;
  readonly outputLimit?: number;
}

const FAMILIES: readonly { readonly pattern: RegExp; readonly family: Family }[] = [
  {
    pattern: /^kimi-k3\.[1-9]/,
    family: {
      maySwitchOff: false,
      efforts: ["low", "medium", "high", "xhigh", "max"],
      takesRequired: true,
      outputLimit: 1_048_576,
    },
  },
  {
    pattern: /^kimi-k3/,
    family: {
      maySwitchOff: false,
      efforts: ["low", "high", "max"],
      takesRequired: true,
      outputLimit: 1_048_576,
    },
  },
  { pattern: /^kimi-k2\.7/, family: { maySwitchOff: false, takesRequired: false } },
  { pattern: /^kimi-k2\.[56]/, family: { maySwitchOff: true, takesRequired: false } },
];

/** Returns undefined for models without these limits. */
export function familyOf(model: string): Family | undefined {
  return FAMILIES.find(({ pattern }) => pattern.test(model))?.family;
}
