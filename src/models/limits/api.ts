/** Which API of a vendor serves a model. */
export interface ApiLimits {
  /** The dialect of the only API that serves the model, where that is another one than this. */
  readonly servedBy?: string;
}
