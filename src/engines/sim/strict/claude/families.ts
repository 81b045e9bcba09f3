/** A Claude model's line and version. */
export interface Family {
  readonly line: "opus" | "sonnet" | "haiku" | "fable" | "mythos";
  /** 4.5 is 405: versions compare as numbers. */
  readonly version: number;
}

const NAME = /claude-(opus|sonnet|haiku|fable|mythos)-(\d)(?:[-.](\d{1,2}))?(?![\d])/;
const OLD_NAME = /claude-(\d)(?:[-.](\d{1,2}))?-(opus|sonnet|haiku)/;

/** Returns undefined for a name that is not one of Claude's. */
export function familyOf(model: string): Family | undefined {
  const match = NAME.exec(model);
  if (match !== null) return { line: match[1] as Family["line"], version: versionOf(match[2], match[3]) };
  const old = OLD_NAME.exec(model);
  return old === null ? undefined : { line: old[3] as Family["line"], version: versionOf(old[1], old[2]) };
}

function versionOf(major: string | undefined, minor: string | undefined): number {
  return Number(major) * 100 + Number(minor ?? 0);
}

type Bounds = Partial<Record<Family["line"], readonly [from: number, to?: number]>>;

function isWithin(model: string, bounds: Bounds): boolean {
  const family = familyOf(model);
  if (family === undefined) return false;
  const range = bounds[family.line];
  if (range === undefined) return false;
  return family.version >= range[0] && family.version <= (range[1] ?? Number.POSITIVE_INFINITY);
}

const all = (from: number, to?: number): Bounds => {
  const range: readonly [number, number?] = to === undefined ? [from] : [from, to];
  return { opus: range, sonnet: range, haiku: range, fable: range, mythos: range };
};

/** Sampling is fixed: any other temperature than 1, any `top_p`, any `top_k` is rejected. */
export const fixesSampling = (model: string) =>
  isWithin(model, { opus: [407], sonnet: [500], haiku: [500], fable: [500], mythos: [500] });

/** `temperature` and `top_p` exclude each other. Earlier models of version 4 are uncertain. */
export const excludesTopP = (model: string) => isWithin(model, { opus: [401], sonnet: [405], haiku: [405] });

/** A forced tool is rejected whatever the thinking. */
export const neverForcesTools = (model: string) =>
  isWithin(model, { opus: [505], sonnet: [505], fable: [501], mythos: [501] });

/** A forced tool is rejected with thinking. Fable 5 thinks always and takes all four choices. */
export const forcesOnlyWithoutThinking = (model: string) =>
  isWithin(model, { opus: [300, 500], sonnet: [300, 500], haiku: [300, 405] });

export const takesPrefill = (model: string) =>
  familyOf(model) === undefined || isWithin(model, all(300, 405));

/** `thinking: disabled` is rejected. */
export const alwaysThinks = (model: string) =>
  isWithin(model, { opus: [505], sonnet: [505], fable: [500], mythos: [500] });

/** `thinking: enabled` with a budget is rejected. Opus 5 is uncertain. */
export const refusesBudget = (model: string) =>
  isWithin(model, { opus: [407, 408] }) ||
  isWithin(model, { opus: [505], sonnet: [500], haiku: [500], fable: [500], mythos: [500] });

/** `thinking: adaptive` is rejected. Sonnet 4.5 is uncertain. */
export const refusesAdaptive = (model: string) =>
  isWithin(model, { opus: [300, 405], sonnet: [300, 404], haiku: [300, 405] });

export const thinksBetweenTools = (model: string) => isWithin(model, { sonnet: [505] });

/** A final turn with calls begins with its thinking. */
export const wantsThinkingFirst = (model: string) => isWithin(model, all(300, 405));

/** Switching thinking off excludes the two highest efforts. */
export const thinksAtHighEffort = (model: string) => isWithin(model, { opus: [500, 504], haiku: [505] });

/** System messages between turns. Sonnet 5 is uncertain, so it is let through. */
export const takesSystemTurns = (model: string) =>
  familyOf(model) === undefined ||
  isWithin(model, { opus: [408], sonnet: [500], haiku: [500], fable: [500], mythos: [500] });

/** `output_config.format` and strict tools. */
export const takesOutputFormat = (model: string) =>
  familyOf(model) === undefined ||
  isWithin(model, { opus: [401], sonnet: [405], haiku: [405], fable: [500], mythos: [500] });

const EFFORTS: readonly { readonly fits: Bounds; readonly levels: readonly string[] }[] = [
  { fits: { opus: [405, 405] }, levels: ["low", "medium", "high"] },
  { fits: { opus: [406, 406], sonnet: [406, 499] }, levels: ["low", "medium", "high", "max"] },
  { fits: { opus: [407] }, levels: ["low", "medium", "high", "xhigh", "max"] },
  { fits: all(500), levels: ["low", "medium", "high", "xhigh", "max"] },
  { fits: all(300, 405), levels: [] },
];

/** Returns the levels of effort, none for a model without effort, undefined for an unknown model. */
export function effortsOf(model: string): readonly string[] | undefined {
  return EFFORTS.find(({ fits }) => isWithin(model, fits))?.levels;
}

const OUTPUTS: readonly { readonly fits: Bounds; readonly tokens: number }[] = [
  { fits: { opus: [401, 401] }, tokens: 32_000 },
  { fits: all(405, 405), tokens: 64_000 },
  { fits: all(406), tokens: 128_000 },
];

/** Returns the maximum of `max_tokens`. */
export function outputLimitOf(model: string): number | undefined {
  return OUTPUTS.find(({ fits }) => isWithin(model, fits))?.tokens;
}
