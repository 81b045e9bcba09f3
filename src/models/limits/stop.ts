/** The limits of stop sequences. */
export interface StopLimits {
  /** Zero where the model takes none. */
  readonly count: number;
  /** The longest sequence, in bytes of UTF-8. */
  readonly maxBytes?: number;
}
