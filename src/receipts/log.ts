import { AbpError, type Receipt } from "../contract/index.ts";
import { canonicalBytes, isKeyName, MerkleTree, sha256Hex } from "../lib/index.ts";
import { sealReceipt } from "./hash.ts";

/** Whose log it is: the origin names it in checkpoints, the tenant is whom its receipts were made for. */
export interface LogIdentity {
  readonly origin: string;
  readonly tenant: string;
}

/** A receipt as it stands in a log: its bytes are what is hashed, signed and proven, and are never written anew. */
export interface StoredReceipt {
  readonly seq: number;
  readonly runId: string;
  readonly bytes: Uint8Array;
  /** SHA-256 of the bytes. */
  readonly sha256: string;
  readonly receipt: Receipt;
}

/** Where the next receipt goes. */
export interface LogHead extends LogIdentity {
  readonly size: number;
  /** SHA-256 of the last receipt's bytes; null while there is none. */
  readonly last: string | null;
}

/** Gives a receipt its place in the log, seals it and writes the bytes that are stored. */
export function chainReceipt(head: LogHead, receipt: Receipt): StoredReceipt {
  const { origin, tenant, size: seq, last: prev } = head;
  const sealed = sealReceipt({ ...receipt, chain: { origin, tenant, seq, prev } });
  const bytes = canonicalBytes(sealed);
  return { seq, runId: sealed.meta.run_id, bytes, sha256: sha256Hex(bytes), receipt: sealed };
}

/** One tenant's log of receipts, in memory: the chain and the Merkle tree over the stored bytes. */
export class ReceiptLog {
  readonly #identity: LogIdentity;
  readonly #tree = new MerkleTree();
  #last: string | null = null;

  constructor(identity: LogIdentity) {
    // The origin is also the name under which checkpoints are signed.
    if (!isKeyName(identity.origin)) {
      throw new AbpError("usage_invalid", "a log's origin is a name without spaces and plus signs");
    }
    this.#identity = identity;
  }

  get head(): LogHead {
    return { ...this.#identity, size: this.#tree.size, last: this.#last };
  }

  get size(): number {
    return this.#tree.size;
  }

  /** Chains a receipt and adds it. */
  append(receipt: Receipt): StoredReceipt {
    const stored = chainReceipt(this.head, receipt);
    this.add(stored);
    return stored;
  }

  /** Adds a receipt that was chained before, at exactly the next place. */
  add(stored: Pick<StoredReceipt, "seq" | "bytes" | "sha256">): void {
    if (stored.seq !== this.size) {
      throw new AbpError("receipt_sequence_gap", `receipt ${stored.seq} cannot follow ${this.size} others`);
    }
    this.#tree.append(stored.bytes);
    this.#last = stored.sha256;
  }

  /** The root over the first `size` receipts. */
  root(size?: number): Uint8Array {
    return this.#tree.root(size);
  }

  /** Proves that a receipt is among the first `size`. */
  inclusionProof(seq: number, size?: number): Uint8Array[] {
    return this.#tree.inclusionProof(seq, size);
  }

  /** Proves that the first `first` receipts are still the first of `second`. */
  consistencyProof(first: number, second?: number): Uint8Array[] {
    return this.#tree.consistencyProof(first, second);
  }
}
