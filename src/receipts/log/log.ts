import { AbpError, type Receipt } from "../../contract/index.ts";
import { chainEntry, isKeyName, MerkleTree } from "../../lib/index.ts";
import { RECEIPT_HASH } from "../hash.ts";
import type { LogHead, LogIdentity } from "./log-head.ts";
import { prepareReceipt } from "./prepared.ts";

/** A receipt in a log. Its bytes are hashed, signed and proven, and never serialised again. */
export interface StoredReceipt {
  readonly seq: number;
  readonly runId: string;
  readonly bytes: Uint8Array;
  /** SHA-256 of the bytes. */
  readonly sha256: string;
  readonly receipt: Receipt;
}

/**
 * Adds the place in the log, seals the receipt and serialises it.
 *
 * @example
 * import { chainReceipt } from "agent-backplane/receipts";
 * const head = { origin: "receipts.example/default", tenant: "default", size: 0, last: null };
 * const { bytes, sha256 } = chainReceipt(head, receipt);
 */
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

/**
 * The log of one tenant in memory: the hash chain and the Merkle tree over the stored bytes.
 *
 * @example
 * import { ReceiptLog, signCheckpoint } from "agent-backplane/receipts";
 * const log = new ReceiptLog({ origin: "receipts.example/default", tenant: "default" });
 * const stored = log.append(receipt);
 * const checkpoint = signCheckpoint(log, key);
 */
export class ReceiptLog {
  readonly #identity: LogIdentity;
  readonly #tree = new MerkleTree();
  #last: string | null = null;

  constructor(identity: LogIdentity) {
    // Checkpoints are signed under the origin as key name.
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

  append(receipt: Receipt): StoredReceipt {
    const stored = chainReceipt(this.head, receipt);
    this.add(stored);
    return stored;
  }

  /** Adds a chained receipt. Throws `receipt_sequence_gap` unless it is the next one. */
  add(stored: Pick<StoredReceipt, "seq" | "bytes" | "sha256">): void {
    if (stored.seq !== this.size) {
      throw new AbpError("receipt_sequence_gap", `receipt ${stored.seq} cannot follow ${this.size} others`);
    }
    this.#tree.append(stored.bytes);
    this.#last = stored.sha256;
  }

  /** The Merkle root over the first `size` receipts; over all by default. */
  root(size?: number): Uint8Array {
    return this.#tree.root(size);
  }

  /** The proof that a receipt is among the first `size`. */
  inclusionProof(seq: number, size?: number): Uint8Array[] {
    return this.#tree.inclusionProof(seq, size);
  }

  /** The proof that the first `first` receipts are the start of the first `second`. */
  consistencyProof(first: number, second?: number): Uint8Array[] {
    return this.#tree.consistencyProof(first, second);
  }
}
