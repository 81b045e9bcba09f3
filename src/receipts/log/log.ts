import { AbpError, type Receipt } from "../../contract/index.ts";
import { chainEntry, isKeyName, MerkleTree } from "../../lib/index.ts";
import { RECEIPT_HASH } from "../hash.ts";
import type { LogHead, LogIdentity } from "./log-head.ts";
import { prepareReceipt } from "./prepared.ts";

/** A receipt as it stands in a log: its bytes are what is hashed, signed and proven, and are never written anew. */
export interface StoredReceipt {
  readonly seq: number;
  readonly runId: string;
  readonly bytes: Uint8Array;
  /** SHA-256 of the bytes. */
  readonly sha256: string;
  readonly receipt: Receipt;
}

/** Gives a receipt its place in the log, seals it and writes the bytes that are stored. */
export function chainReceipt(head: LogHead, receipt: Receipt): StoredReceipt {
  const { origin, tenant, size: seq, last: prev } = head;
  const { bytes, sha256, ownSha256: receiptSha256 } = chainEntry(head, prepareReceipt(receipt));
  const sealed: Receipt = {
    ...receipt,
    chain: { origin, tenant, seq, prev },
    hash_alg: RECEIPT_HASH,
    receipt_sha256: receiptSha256,
  };
  return { seq, runId: sealed.meta.run_id, bytes, sha256, receipt: sealed };
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
