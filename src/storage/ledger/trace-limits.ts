/** How many of a run's first events its receipt holds. All of them are in the store until their retention ends. */
export interface TraceLimits {
  readonly maxEvents: number;
  /** Counts the bytes of their canonical JSON. */
  readonly maxBytes: number;
}

export const TRACE_LIMITS: TraceLimits = { maxEvents: 10_000, maxBytes: 4 * 1024 * 1024 };
