import type { DatabaseSync } from "node:sqlite";
import type { ErrorCode } from "../../../contract/index.ts";
import {
  type Acknowledgement,
  APPEND_WIDTH,
  type Batch,
  BEGIN_WIDTH,
  type RareWrite,
  type Refusal,
} from "../batch/batch.ts";
import { joinAcknowledgements, splitBatch } from "../batch/batch-splitting.ts";
import { type CheckpointKey, makeCheckpointSigner } from "../checkpoint/checkpoint-signer.ts";
import { CheckpointWriter } from "../checkpoint/checkpoint-writer.ts";
import { prepareWrites, type WriteStatements } from "../database/statements.ts";
import { writeEvents } from "../events/event-writer.ts";
import { HeadFiles } from "../head/head-file.ts";
import { classifyFailure, faultOf, messageOf } from "../health/write-failure.ts";
import { WriterHealth } from "../health/writer-health.ts";
import { formatOpenRun } from "../journal/open-run-line.ts";
import type { LogState } from "../log/log-state.ts";
import { LogWriter } from "../log/log-writer.ts";
import { OpenRuns } from "../log/open-runs.ts";
import { WalEraser } from "../retention/wal-eraser.ts";
import { writeControl } from "./control-writer.ts";
import { LazyStatements } from "./lazy-statements.ts";
import { writeRare } from "./rare-writer.ts";
import { RunWriter } from "./run-writer.ts";

/** The settings of a writer. They can be passed to another thread. */
export interface WriterOptions {
  readonly directory: string;
  /** The id under which this process holds its lock. */
  readonly owner: string;
  /** Comes before the tenant in the name of each log. */
  readonly origin: string;
  /** The memory of a `WriterHealth`, which this writer keeps up to date. */
  readonly health?: SharedArrayBuffer;
  /** Signs checkpoints. */
  readonly key?: CheckpointKey;
}

/** A checkpoint that a batch asks for, with the place of its answer. */
interface CheckpointRequest {
  readonly tenant: string;
  readonly answers: (boolean | Refusal)[];
  readonly at: number;
}

/** Writes batches, all that it is given in one transaction. Each process has one. */
export class BatchWriter {
  readonly #database: DatabaseSync;
  readonly #owner: string;
  readonly #sql: WriteStatements;
  readonly #runs = new OpenRuns();
  readonly #logs: LogWriter;
  readonly #checkpoints: CheckpointWriter;
  readonly #health: WriterHealth;
  readonly #heads: HeadFiles;
  readonly #logId = (tenant: string): number => this.#logs.currentLog(tenant).id;
  readonly #eraser: WalEraser;
  readonly #controlSql: LazyStatements;
  readonly #submitted: RunWriter;
  /** Whether the open transaction deletes content. */
  #hasErased = false;
  readonly #onErased = (): void => {
    this.#hasErased = true;
  };
  /** Set once the database files cannot be trusted any more; nothing is written then. */
  #failure: string | undefined;

  constructor(database: DatabaseSync, { directory, owner, origin, key, health }: WriterOptions) {
    this.#database = database;
    this.#owner = owner;
    this.#health = new WriterHealth(health);
    this.#eraser = new WalEraser(database);
    this.#sql = prepareWrites(database);
    this.#logs = new LogWriter(this.#sql, this.#runs, origin);
    const signer = key === undefined ? undefined : makeCheckpointSigner(key);
    this.#heads = new HeadFiles(directory);
    this.#checkpoints = new CheckpointWriter(this.#sql, directory, signer);
    this.#controlSql = new LazyStatements(database);
    this.#submitted = new RunWriter({
      sql: this.#controlSql,
      logSize: (tenant) => this.#logs.currentLog(tenant).size,
      begin: (tenant, run) => this.#writeBegins([tenant, run.runId, formatOpenRun(tenant, run)]),
    });
  }

  /**
   * Commits batches in one transaction and returns an acknowledgement for each, when everything in it is durable. If one
   * write fails by itself, each write is repeated alone, so that only that one is refused.
   */
  commit(batches: readonly Batch[]): Acknowledgement[] {
    if (this.#failure !== undefined) {
      return batches.map(() => unavailable(`an earlier write failed: ${this.#failure}`));
    }
    const requests: CheckpointRequest[] = [];
    let acknowledgements: Acknowledgement[];
    try {
      this.#begin();
      acknowledgements = batches.map((batch) => this.#write(batch, requests));
      this.#logs.saveHeads();
      this.#database.exec("COMMIT");
      if (this.#hasErased) this.#eraser.schedule();
      this.#runs.keep();
      this.#submitted.keep();
      this.#health.clear();
      this.#recordHeads();
    } catch (error) {
      return this.#rollBack(error) === "item"
        ? this.#commitSeparately(batches, messageOf(error))
        : batches.map(() => unavailable(messageOf(error)));
    }
    // After the commit, so that no checkpoint covers a receipt that is not durable.
    for (const { tenant, answers, at } of requests) answers[at] = this.#sign(tenant);
    return acknowledgements;
  }

  /** Signs the logs that have grown since their last checkpoint, and closes the connection. */
  close(): void {
    // A refusal is of no consequence: the receipts are durable, and the next checkpoint covers them.
    for (const log of this.#logs.unsignedLogs()) this.#sign(log.tenant);
    this.#heads.close();
    this.#eraser.close();
    this.#database.close();
  }

  // After the commit, so that no recorded head is ahead of the database.
  #recordHeads(): void {
    for (const { tenant, size, last } of this.#logs.changedLogs()) {
      if (last !== null) this.#heads.record(tenant, { size, last });
    }
  }

  #begin(): void {
    this.#hasErased = false;
    this.#database.exec("BEGIN IMMEDIATE");
    this.#logs.startTransaction();
  }

  #commitSeparately(batches: readonly Batch[], message: string): Acknowledgement[] {
    if (batches.length > 1) return batches.flatMap((batch) => this.commit([batch]));
    const parts = batches.flatMap(splitBatch);
    if (parts.length <= 1) return [failed(message)];
    return [
      joinAcknowledgements(
        parts,
        parts.flatMap((part) => this.commit([part])),
      ),
    ];
  }

  #rollBack(error: unknown): "passing" | "item" | "fatal" {
    let failure = classifyFailure(error);
    this.#runs.takeBack();
    this.#submitted.takeBack();
    try {
      if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
    } catch {
      failure = "fatal";
    }
    // After a failed flush the kernel may have dropped the pages, so that no later commit can be relied on.
    if (failure === "fatal") this.#failure = messageOf(error);
    if (failure !== "item") this.#health.fail(failure === "fatal" ? "failed" : faultOf(error));
    return failure;
  }

  #write({ begins, appends, rare }: Batch, requests: CheckpointRequest[]): Acknowledgement {
    this.#writeBegins(begins);
    const answers: (boolean | Refusal)[] = [];
    for (const write of rare) {
      if (write.kind === "checkpoint") requests.push({ tenant: write.tenant, answers, at: answers.length });
      answers.push(this.#writeRare(write));
    }
    const seqs: number[] = [];
    const digests: string[] = [];
    const refusals: ErrorCode[] = [];
    for (let at = 0; at < appends.length; at += APPEND_WIDTH) {
      const log = this.#logs.currentLog(appends[at] as string);
      const refusal = this.#logs.append(log, appends, at);
      if (refusal === undefined) {
        this.#submitted.end(appends, at);
        seqs.push(log.size - 1);
        digests.push(log.last as string);
      } else {
        seqs.push(-1);
        digests.push(`the receipt of run ${appends[at + 1]} was refused`);
        refusals.push(refusal);
      }
    }
    return { seqs, digests, refusals, answers };
  }

  #writeRare(write: RareWrite): boolean | Refusal {
    if (write.kind === "checkpoint") return true;
    if (write.kind === "control")
      return writeControl(this.#controlSql, this.#submitted, write.write, this.#onErased);
    if (write.kind === "events") {
      const log = this.#logs.currentLog(write.tenant);
      return this.#logs.isForeign(log) ? foreign(log) : writeEvents(this.#sql, log, write);
    }
    return writeRare(this.#sql, write, this.#logId, this.#onErased);
  }

  #writeBegins(begins: readonly string[]): void {
    let lines = "";
    let count = 0;
    for (let at = 0; at < begins.length; at += BEGIN_WIDTH) {
      if (!this.#runs.begin(this.#logs.knownLog(begins[at] as string), begins[at + 1] as string)) continue;
      lines += begins[at + 2] as string;
      count += 1;
    }
    if (count === 0) return;
    const { lastInsertRowid } = this.#sql.begin.run(this.#owner, lines);
    this.#runs.place(Number(lastInsertRowid), count);
  }

  #sign(tenant: string): true | Refusal {
    if (this.#failure !== undefined) return storeFailed(`an earlier write failed: ${this.#failure}`);
    try {
      this.#begin();
      const log = this.#logs.currentLog(tenant);
      const refusal = this.#logs.isForeign(log) ? foreign(log) : this.#checkpoints.write(log);
      this.#database.exec(refusal === undefined ? "COMMIT" : "ROLLBACK");
      if (refusal !== undefined) return refusal;
      log.isUnsigned = false;
      return true;
    } catch (error) {
      this.#rollBack(error);
      return storeFailed(messageOf(error));
    }
  }
}

function failed(failure: string): Acknowledgement {
  return { seqs: [], digests: [], refusals: [], answers: [], failure };
}

function unavailable(failure: string): Acknowledgement {
  return { ...failed(failure), isUnavailable: true };
}

function foreign({ tenant, origin }: LogState): Refusal {
  return { code: "receipt_origin_mismatch", message: `the log of ${tenant} belongs to ${origin}` };
}

function storeFailed(message: string): Refusal {
  return { code: "receipt_store_failed", message };
}
