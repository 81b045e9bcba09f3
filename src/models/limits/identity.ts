/** The limits of fields that name a user or a purpose, in characters. */
export interface IdentityLimits {
  readonly userLength?: number;
  readonly cacheKeyLength?: number;
  readonly metadata?: { readonly pairs: number; readonly keyLength: number; readonly valueLength: number };
  /** Set if a user that has the shape of an e-mail address or a telephone number is an error. */
  readonly contacts?: "rejected";
}
