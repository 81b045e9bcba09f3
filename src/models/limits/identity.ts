/** The limits of fields that name a user or a purpose, in characters. */
export interface IdentityLimits {
  readonly userLength?: number;
  readonly cacheKeyLength?: number;
  readonly metadata?: { readonly pairs: number; readonly keyLength: number; readonly valueLength: number };
}
