import { MerkleFrontier } from "../../../lib/index.ts";

/** The writer's knowledge of one tenant's log: its head during a transaction, and its open runs between transactions. */
export class LogState {
  readonly tenant: string;
  /** The journal row of each run that this process has begun and not ended. */
  readonly open = new Map<string, number>();
  id = 0;
  origin = "";
  /** The transaction in which the head was read; the members below are valid in that transaction only. */
  transaction = 0;
  size = 0;
  /** SHA-256 of the last receipt. */
  last: string | null = null;
  frontier = new MerkleFrontier();
  /** Whether this writer has appended receipts that no checkpoint covers. */
  isUnsigned = false;

  constructor(tenant: string) {
    this.tenant = tenant;
  }
}
