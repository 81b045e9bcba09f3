/** An engine to try when another one failed before the caller received anything. */
export interface Fallback {
  /** The engine's name. */
  readonly engine: string;
  /** The model to request from it; without one, the plan decides. */
  readonly model?: string | undefined;
}

/** A fallback as the configuration writes it: the engine's name alone, or with a model. */
export type FallbackSetting = string | Fallback;

/** Reads the fallbacks of an engine or a route. */
export function readFallbacks(settings: readonly FallbackSetting[]): readonly Fallback[] {
  return settings.map((setting) => (typeof setting === "string" ? { engine: setting } : setting));
}
