/** The name of a log in checkpoints, and the tenant of its receipts. */
export interface LogIdentity {
  readonly origin: string;
  readonly tenant: string;
}

/** The state of a log that the next receipt continues. */
export interface LogHead extends LogIdentity {
  readonly size: number;
  /** SHA-256 of the last receipt's bytes; null for an empty log. */
  readonly last: string | null;
}
