import type { MessagePort } from "node:worker_threads";
import type { SigningKey } from "../../receipts/index.ts";
import { makePrivateDirectory } from "../durable-file.ts";
import type { Store } from "../ledger/ledger.ts";
import { checkLogs } from "./checkpoint/opening-check.ts";
import { prepareDatabase, storeError } from "./database/database.ts";
import { LedgerReader } from "./reader/ledger-reader.ts";
import { becomeOwner, type Owner } from "./recovery/owner.ts";
import { recoverRuns } from "./recovery/recovery.ts";
import { SqliteLedger } from "./sqlite-ledger.ts";
import { BatchClient } from "./writer/batch-client.ts";
import { InlineWriter } from "./writer/inline-writer.ts";
import { ThreadedWriter } from "./writer/threaded-writer.ts";

/** What every thread that uses a store must know. */
export interface ConnectOptions {
  readonly directory: string;
  /** The name that stands before the tenant in the origin of each log. */
  readonly origin: string;
  /** Signs checkpoints; without one only those that are stored are served. */
  readonly key?: SigningKey;
}

/** How to open a store. */
export interface SqliteStoreOptions extends Omit<ConnectOptions, "directory"> {
  /** `read` looks at a store that other processes may be writing; nothing is changed. */
  readonly mode?: "write" | "read";
  /** Where the writing happens: on a thread of its own, or on this one, for a process that writes little. */
  readonly writer?: "thread" | "inline";
}

/** What a process that writes holds. */
interface Writing {
  readonly owner: Owner;
  readonly writer: ThreadedWriter | InlineWriter;
}

/** A store in a directory: the database `ledger.db`, a checkpoint file for each tenant, and the locks of its writers. */
export class SqliteStore implements Store {
  readonly #options: ConnectOptions;
  readonly #client: BatchClient | undefined;
  readonly #writing: Writing | undefined;
  readonly #ledgers = new Map<string, SqliteLedger>();
  #reader: LedgerReader | undefined;
  #closing: Promise<void> | undefined;
  #isClosed = false;

  private constructor(options: ConnectOptions, client?: BatchClient, writing?: Writing) {
    this.#options = options;
    this.#client = client;
    this.#writing = writing;
  }

  /** Opens a store and checks what can be checked without reading every receipt. */
  static async open(directory: string, options: SqliteStoreOptions): Promise<SqliteStore> {
    const connect = { ...options, directory };
    if (options.mode === "read") {
      // Signing writes, so a store that is only read has no use for the key.
      const store = new SqliteStore({ directory, origin: options.origin });
      store.#read();
      return store;
    }
    await makePrivateDirectory(directory);
    prepareDatabase(directory);
    const reader = new LedgerReader(directory);
    try {
      checkLogs(reader, options.origin);
    } finally {
      reader.close();
    }
    const owner = await becomeOwner(directory);
    try {
      const fail = (error: unknown) => client.fail("the writer stopped", error);
      const parts = { directory, owner: owner.id, origin: options.origin };
      const writer = options.writer === "inline" ? new InlineWriter(parts) : new ThreadedWriter(parts, fail);
      const client = new BatchClient(writer.connect(), directory);
      return new SqliteStore(connect, client, { owner, writer });
    } catch (error) {
      owner.release(true);
      throw error;
    }
  }

  /** Joins, from another thread, the store that handed out the port. */
  static connect(port: MessagePort, options: ConnectOptions): SqliteStore {
    return new SqliteStore(options, new BatchClient(port, options.directory));
  }

  /** A way to this store's writer, to be passed to another thread. */
  port(): MessagePort {
    const writer = this.#writing?.writer;
    if (!(writer instanceof ThreadedWriter)) throw this.#notWriting();
    return writer.connect();
  }

  ledger(tenant: string): SqliteLedger {
    const known = this.#ledgers.get(tenant);
    if (known !== undefined) return known;
    const { key, origin } = this.#options;
    const ledger = new SqliteLedger(
      { origin: `${origin}/${tenant}`, tenant },
      { reader: () => this.#read(), client: () => this.#write(), key },
    );
    this.#ledgers.set(tenant, ledger);
    return ledger;
  }

  async recover(now: () => Date): Promise<number> {
    return recoverRuns(this.#read(), this.#write(), now);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { owner, writer } = this.#writing ?? {};
    try {
      await this.#client?.idle();
      if (this.#client?.isWorking) for (const ledger of this.#ledgers.values()) await ledger.finish();
      const isOpen = owner !== undefined && this.#hasOpenRuns(owner.id);
      this.#client?.close();
      this.#stopReading();
      // The last connection to close folds the write-ahead log into the database; one that only reads cannot.
      await writer?.close();
      owner?.release(!isOpen);
    } finally {
      this.#stopReading();
    }
  }

  #stopReading(): void {
    if (!this.#isClosed) this.#reader?.close();
    this.#isClosed = true;
  }

  #hasOpenRuns(owner: string): boolean {
    return this.#read().prepare("SELECT 1 FROM journal WHERE owner = ? LIMIT 1").get(owner) !== undefined;
  }

  #read(): LedgerReader {
    if (this.#isClosed) throw this.#notWriting();
    this.#reader ??= new LedgerReader(this.#options.directory);
    return this.#reader;
  }

  #write(): BatchClient {
    if (this.#client === undefined) throw this.#notWriting();
    return this.#client;
  }

  #notWriting() {
    return storeError("the store is not open for this", this.#options.directory);
  }
}

/** Joins a store from another thread of the process that has it open; `port` comes from its `port()`. */
export function connectStore(port: MessagePort, options: ConnectOptions): Store {
  return SqliteStore.connect(port, options);
}
