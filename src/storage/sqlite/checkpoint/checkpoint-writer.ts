import type { Refusal } from "../writer/batch.ts";
import type { LogState } from "../writer/log-state.ts";
import type { WriteStatements } from "../writer/statements.ts";
import { messageOf } from "../writer/write-failure.ts";
import { checkpointPath, writeCheckpointFile } from "./checkpoint-file.ts";
import type { CheckpointSigner } from "./checkpoint-signer.ts";

interface SignedRow {
  readonly checkpoint: string | null;
  readonly checkpoint_size: number;
}

/** Signs the logs. */
export class CheckpointWriter {
  readonly #sql: WriteStatements;
  readonly #directory: string;
  readonly #sign: CheckpointSigner | undefined;

  constructor(sql: WriteStatements, directory: string, sign: CheckpointSigner | undefined) {
    this.#sql = sql;
    this.#directory = directory;
    this.#sign = sign;
  }

  /**
   * Signs a log whose receipts are all durable, inside a transaction that the caller commits. The file is written before the
   * commit: the transaction keeps other processes from replacing it by a smaller checkpoint.
   */
  write(log: LogState): Refusal | undefined {
    const { checkpoint, checkpoint_size: signed } = this.#sql.signed.get(log.id) as unknown as SignedRow;
    if (checkpoint !== null && signed === log.size) return undefined;
    if (signed > log.size) {
      const message = `the log of ${log.tenant} has ${log.size} receipts, and its checkpoint covers ${signed}`;
      return { code: "receipt_log_truncated", message };
    }
    if (this.#sign === undefined) {
      return { code: "key_not_found", message: "the store was opened without a key to sign checkpoints" };
    }
    const text = this.#sign(log.origin, log.size, log.frontier.root());
    const path = checkpointPath(this.#directory, log.tenant);
    try {
      writeCheckpointFile(path, text);
    } catch (error) {
      const message = `the checkpoint file ${path} cannot be written: ${messageOf(error)}`;
      return { code: "receipt_store_failed", message };
    }
    this.#sql.sign.run(text, log.size, log.id);
    return undefined;
  }
}
