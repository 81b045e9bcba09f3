/** The limits of stop sequences. */
export interface StopLimits {
  /** Zero if the model takes none; absent if no limit is known. */
  readonly count?: number;
  /** The longest sequence, in bytes of UTF-8. */
  readonly maxBytes?: number;
  /** Whether a sequence of white space alone is accepted. */
  readonly blank?: boolean;
}
