/** Whose log it is: the origin names it in checkpoints, the tenant is whom its receipts were made for. */
export interface LogIdentity {
  readonly origin: string;
  readonly tenant: string;
}

/** Where the next receipt goes. */
export interface LogHead extends LogIdentity {
  readonly size: number;
  /** SHA-256 of the last receipt's bytes; null while there is none. */
  readonly last: string | null;
}
