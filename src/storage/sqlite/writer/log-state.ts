import { MerkleFrontier } from "../../../lib/index.ts";

/** What the writer knows of a tenant's log: its head during one transaction, and its open runs between them. */
export class LogState {
  readonly tenant: string;
  readonly id: number;
  readonly origin: string;
  /** The journal row of each run that this process has begun and not ended. */
  readonly open = new Map<string, number>();
  /** The transaction in which the head was read. */
  turn = 0;
  size = 0;
  last: string | null = null;
  frontier = new MerkleFrontier();

  constructor(tenant: string, id: number, origin: string) {
    this.tenant = tenant;
    this.id = id;
    this.origin = origin;
  }
}
