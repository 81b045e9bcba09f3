/** A model's name, taken apart. */
export interface ModelName {
  /** The maker's name for its models: `Claude`, `GPT`, `o`, `Gemini`, `Kimi` or `Moonshot`; empty for others. */
  readonly maker: string;
  /** The line of models, if names have one before the version: `opus`, `k`. */
  readonly line: string;
  /** The version as major × 100 + minor; infinite for an alias of the newest. */
  readonly version: number;
  /** What follows the version, without dates and channels: `mini`, `flash-lite`, `sol`. */
  readonly variant: string;
}

/** A version as names are compared by it: `version(4, 5)` for 4.5. */
export function version(major: number, minor = 0): number {
  return major * 100 + minor;
}

/** The name of a model of which nothing is known. */
export const unknownName: ModelName = { maker: "", line: "", version: 0, variant: "" };

/** Reads "4.5", "4-5" or "4"; a missing minor number is zero. */
export function versionOf(major: string, minor: string | undefined): number {
  return version(Number(major), minor === undefined ? 0 : Number(minor));
}
