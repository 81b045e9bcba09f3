/** A path that staging left out, and why. */
export interface PathNote {
  readonly path: string;
  readonly reason: string;
  /** The policy rule that denied it. */
  readonly rule?: string;
}
