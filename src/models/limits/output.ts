/** The limits of the number of tokens that may be generated. */
export interface OutputLimits {
  readonly min?: number;
  readonly max?: number;
}
