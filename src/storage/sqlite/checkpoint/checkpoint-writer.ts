import { KeyUnavailable } from "../../keys/key-follower.ts";
import type { Refusal } from "../batch/batch.ts";
import type { WriteStatements } from "../database/statements.ts";
import { messageOf } from "../health/write-failure.ts";
import type { LogState } from "../log/log-state.ts";
import { checkpointPath, writeCheckpointFile } from "../tenant-files/checkpoint-file.ts";
import type { CheckpointSigner } from "./checkpoint-signer.ts";

interface SignedRow {
  readonly checkpoint: string | null;
  readonly checkpoint_size: number;
}

/** Signs the logs. */
export class CheckpointWriter {
  readonly #sql: WriteStatements;
  readonly #directory: string;
  readonly #signer: CheckpointSigner | undefined;

  constructor(sql: WriteStatements, directory: string, signer: CheckpointSigner | undefined) {
    this.#sql = sql;
    this.#directory = directory;
    this.#signer = signer;
  }

  /**
   * Signs a log whose receipts are all durable, inside a transaction that the caller commits. Does nothing if the key in
   * force has signed this size already; after a change of the key, it signs the size again. The file is written before the
   * commit: the transaction keeps other processes from replacing it by a smaller checkpoint.
   */
  write(log: LogState): Refusal | undefined {
    const { checkpoint, checkpoint_size: signed } = this.#sql.signed.get(log.id) as unknown as SignedRow;
    const signer = this.#signer;
    if (signed > log.size) {
      const message = `the log of ${log.tenant} has ${log.size} receipts, and its checkpoint covers ${signed}`;
      return { code: "receipt_log_truncated", message };
    }
    if (signer === undefined) {
      if (checkpoint !== null && signed === log.size) return undefined;
      return { code: "key_not_found", message: "the store was opened without a key to sign checkpoints" };
    }
    const root = log.frontier.root();
    try {
      // Ed25519 signs the same content with the same key in the same way.
      const isSameSize = checkpoint !== null && signed === log.size;
      if (isSameSize && signer.sign(log.origin, log.size, root) === checkpoint) return undefined;
      return signer.hold(() => this.#store(log, signer.sign(log.origin, log.size, root)));
    } catch (error) {
      if (!(error instanceof KeyUnavailable)) throw error;
      return { code: "key_not_found", message: `no key can sign the log: ${error.message}` };
    }
  }

  #store(log: LogState, checkpoint: string): Refusal | undefined {
    const path = checkpointPath(this.#directory, log.tenant);
    try {
      writeCheckpointFile(path, checkpoint);
    } catch (error) {
      const message = `the checkpoint file ${path} cannot be written: ${messageOf(error)}`;
      return { code: "receipt_store_failed", message };
    }
    this.#sql.sign.run(checkpoint, log.size, log.id);
    return undefined;
  }
}
