import type { DatabaseSync } from "node:sqlite";
import type { ErrorCode } from "../../../contract/index.ts";
import { chainEntry, MerkleFrontier, REPORTED_HEIGHT } from "../../../lib/index.ts";
import { checkpointPath, writeCheckpointFile } from "../checkpoint/checkpoint-file.ts";
import { PLACES } from "../database/schema.ts";
import { sqliteCode } from "../database/writing-connection.ts";
import { OpenRuns } from "../journal/open-runs.ts";
import { type Acknowledgement, APPEND_WIDTH, type Batch, BEGIN_WIDTH, type RareWrite } from "./batch.ts";
import { LogState } from "./log-state.ts";
import { prepareWrites, type WriteStatements } from "./statements.ts";

/** What a writer needs beside its connection. */
export interface WriterOptions {
  readonly directory: string;
  /** The name under which this process holds its lock. */
  readonly owner: string;
  /** The name that stands before the tenant in the origin of each log. */
  readonly origin: string;
}

// SQLITE_BUSY and SQLITE_FULL leave nothing half done: what comes later may succeed.
const PASSING: ReadonlySet<number | undefined> = new Set([5, 13]);
const SUBTREE = 2 ** REPORTED_HEIGHT;

interface HeadRow {
  readonly id: number;
  readonly origin: string;
  readonly size: number;
  readonly last: string | null;
  readonly frontier: Uint8Array;
}

/** Writes batches, as many as there are in one transaction. It is the only writer of its process. */
export class BatchWriter {
  readonly #database: DatabaseSync;
  readonly #options: WriterOptions;
  readonly #sql: WriteStatements;
  readonly #logs = new Map<string, LogState>();
  readonly #runs = new OpenRuns();
  #grown: LogState[] = [];
  #memory = Buffer.alloc(16_384);
  // SQLite copies what it is given, so one piece of memory serves every receipt.
  readonly #allocate = (size: number): Buffer => {
    if (size > this.#memory.length) this.#memory = Buffer.alloc(2 * size);
    return this.#memory.subarray(0, size);
  };
  #turn = 0;
  #failure: string | undefined;

  constructor(database: DatabaseSync, options: WriterOptions) {
    this.#database = database;
    this.#options = options;
    this.#sql = prepareWrites(database);
  }

  /** Commits batches in one transaction and answers for each; what it answers is on disk. */
  commit(batches: readonly Batch[]): Acknowledgement[] {
    if (this.#failure !== undefined) {
      return batches.map(() => refuse(`an earlier write failed: ${this.#failure}`));
    }
    this.#turn += 1;
    this.#grown = [];
    try {
      this.#database.exec("BEGIN IMMEDIATE");
      const answers = batches.map((batch) => this.#write(batch));
      for (const log of this.#grown) {
        this.#sql.advance.run(log.size, log.last, log.frontier.encode(), log.id);
      }
      this.#database.exec("COMMIT");
      this.#runs.keep();
      return answers;
    } catch (error) {
      const message = this.#giveUp(error);
      return batches.map(() => refuse(message));
    }
  }

  /** Closes the connection. */
  close(): void {
    this.#database.close();
  }

  #giveUp(error: unknown): string {
    const message = error instanceof Error ? error.message : String(error);
    this.#runs.takeBack();
    // After a failed flush the kernel may have dropped the pages: nothing more can be promised on these files.
    if (!PASSING.has(sqliteCode(error))) this.#failure = message;
    try {
      if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
    } catch {
      this.#failure = message;
    }
    return message;
  }

  #write(batch: Batch): Acknowledgement {
    if (batch.begins.length > 0) this.#begin(batch.begins);
    const { appends, rare } = batch;
    const seqs: number[] = [];
    const digests: string[] = [];
    const refusals: ErrorCode[] = [];
    for (let at = 0; at < appends.length; at += APPEND_WIDTH) {
      const log = this.#log(appends[at] as string);
      const refusal = this.#append(log, appends, at);
      if (refusal === undefined) {
        seqs.push(log.size - 1);
        digests.push(log.last as string);
      } else {
        seqs.push(-1);
        digests.push(`run ${appends[at + 1]} was refused`);
        refusals.push(refusal);
      }
    }
    return { seqs, digests, refusals, answers: rare.map((write) => this.#writeRare(write)) };
  }

  /** Appends one receipt, or says why not; the head has moved if it was appended. */
  #append(log: LogState, appends: readonly string[], at: number): ErrorCode | undefined {
    if (log.origin !== `${this.#options.origin}/${log.tenant}`) return "receipt_origin_mismatch";
    const runId = appends[at + 1] as string;
    const prepared = {
      runId,
      before: appends[at + 2] as string,
      between: appends[at + 3] as string,
      after: appends[at + 4] as string,
    };
    const { bytes, leaf, sha256 } = chainEntry(log, prepared, this.#allocate);
    // A run that another process has ended is over here as well.
    const emptied = this.#runs.end(log, runId);
    if (emptied !== undefined) this.#sql.forget.run(emptied);
    const { changes } = this.#sql.append.run(log.id * PLACES + log.size, log.id, runId, leaf, bytes);
    if (changes === 0) return "receipt_duplicate";
    if (!this.#grown.includes(log)) this.#grown.push(log);
    log.size += 1;
    log.last = sha256;
    const subtree = log.frontier.append(leaf);
    if (subtree !== undefined) this.#sql.addSubtree.run(log.id * PLACES + log.size / SUBTREE - 1, subtree);
    return undefined;
  }

  #begin(begins: readonly string[]): void {
    let lines = "";
    let count = 0;
    for (let at = 0; at < begins.length; at += BEGIN_WIDTH) {
      if (!this.#runs.begin(this.#knownLog(begins[at] as string), begins[at + 1] as string)) continue;
      lines += begins[at + 2] as string;
      count += 1;
    }
    if (count === 0) return;
    const { lastInsertRowid } = this.#sql.begin.run(this.#options.owner, lines);
    this.#runs.place(Number(lastInsertRowid), count);
  }

  #writeRare(write: RareWrite): boolean {
    if (write.kind === "forget") {
      for (const row of write.journal) this.#sql.forget.run(row);
      return true;
    }
    const { id } = this.#log(write.tenant);
    switch (write.kind) {
      case "hold":
        this.#sql.hold.run(id, write.id, write.heldAt, write.reasoning);
        return true;
      case "keep": {
        const one = write.response;
        const facts = [
          one.previousId,
          one.createdAt,
          one.runId,
          one.engine,
          one.isNative,
          one.isPending,
        ] as const;
        this.#sql.keep.run(id, one.id, ...facts, one.input, one.body);
        return true;
      }
      case "finish":
        return this.#sql.finish.run(write.body, id, write.id).changes !== 0;
      case "remove":
        return this.#sql.remove.run(id, write.id).changes !== 0;
      case "checkpoint": {
        const isNewer = this.#sql.sign.run(write.text, write.size, id, write.size).changes !== 0;
        // Inside the transaction, so that no other process can put a smaller one over it.
        if (isNewer) writeCheckpointFile(checkpointPath(this.#options.directory, write.tenant), write.text);
        return isNewer;
      }
    }
  }

  /** The log of a tenant, whose head may be an old one: a run can begin without it. */
  #knownLog(tenant: string): LogState {
    return this.#logs.get(tenant) ?? this.#log(tenant);
  }

  /** The log of a tenant, its head as the database has it: another process may have written since. */
  #log(tenant: string): LogState {
    const known = this.#logs.get(tenant);
    if (known?.turn === this.#turn) return known;
    let row = this.#sql.head.get(tenant) as HeadRow | undefined;
    if (row === undefined) {
      this.#sql.create.run(tenant, `${this.#options.origin}/${tenant}`);
      row = this.#sql.head.get(tenant) as unknown as HeadRow;
    }
    const log = known?.id === row.id ? known : new LogState(tenant, row.id, row.origin);
    this.#logs.set(tenant, log);
    log.turn = this.#turn;
    log.size = row.size;
    log.last = row.last;
    log.frontier = new MerkleFrontier(row.size, row.frontier);
    return log;
  }
}

function refuse(failure: string): Acknowledgement {
  return { seqs: [], digests: [], refusals: [], answers: [], failure };
}
