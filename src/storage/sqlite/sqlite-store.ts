import type { MessagePort, Transferable } from "node:worker_threads";
import { makePrivateDirectory } from "../durable-file.ts";
import type { AccessKeyStore } from "../ledger/control/access-keys.ts";
import type { ApprovalStore } from "../ledger/control/approval-store.ts";
import type { OnceStore } from "../ledger/control/once.ts";
import type { RunStore } from "../ledger/control/run-store.ts";
import type { UsageStore } from "../ledger/control/usage-store.ts";
import type { Retention, Store, StoreHealth, StoreShare } from "../ledger/store.ts";
import { BatchClient } from "./batch/batch-client.ts";
import { EventSender } from "./batch/event-sender.ts";
import { checkAtOpening } from "./check/opening-check.ts";
import { readRemembered } from "./check/remembered.ts";
import type { CheckpointKey } from "./checkpoint/checkpoint-signer.ts";
import { SqliteAccessKeys } from "./control/sqlite-access-keys.ts";
import { SqliteApprovals } from "./control/sqlite-approvals.ts";
import { SqliteOnce } from "./control/sqlite-once.ts";
import { SqliteRuns } from "./control/sqlite-runs.ts";
import { SqliteUsage } from "./control/sqlite-usage.ts";
import { prepareDatabase } from "./database/database.ts";
import { storeError } from "./database/database-error.ts";
import { HealthProbe } from "./health/health-probe.ts";
import { WriterHealth } from "./health/writer-health.ts";
import type { LedgerParts } from "./ledger-parts.ts";
import { LedgerReader } from "./reader/ledger-reader.ts";
import { becomeOwner, type Owner } from "./recovery/owner.ts";
import { recoverRuns, signLogs } from "./recovery/recovery.ts";
import { ExpirySweeper } from "./retention/expiry-sweeper.ts";
import { SqliteLedger } from "./sqlite-ledger.ts";
import { InlineWriter } from "./writer/inline-writer.ts";
import { ThreadedWriter } from "./writer/threaded-writer.ts";

/** Options of `openSqliteStore`. */
export interface SqliteStoreOptions {
  /** Comes before the tenant in the name of each log. */
  readonly origin: string;
  readonly retention: Retention;
  readonly now: () => Date;
  /** `read` changes nothing, while other processes may write. */
  readonly mode: "write" | "read";
  /** `thread` starts a writer thread; `inline` writes on the calling thread. */
  readonly writer?: "thread" | "inline";
  /** Signs checkpoints; a reading store does not use it. */
  readonly key?: CheckpointKey;
}

/** The kind of a share of this store. */
export const SQLITE_KIND = "sqlite";

/** What another thread needs to use the store. */
interface SqliteShare extends StoreShare {
  readonly kind: typeof SQLITE_KIND;
  readonly directory: string;
  readonly origin: string;
  readonly retention: Retention;
  /** Leads to the one writer of the process. */
  readonly port: MessagePort;
  /** The state of that writer, in shared memory. */
  readonly health: SharedArrayBuffer;
}

/** The settings that all threads of a store have in common. */
interface Settings extends Pick<SqliteStoreOptions, "origin" | "retention" | "now"> {
  readonly directory: string;
}

/** The parts of a store that exist only in the thread that opened it for writing. */
interface Writing {
  readonly owner: Owner;
  readonly writer: ThreadedWriter | InlineWriter;
  readonly sweeper: ExpirySweeper;
  readonly probe: HealthProbe;
}

/**
 * Opens the store in a directory: the database `ledger.db`, a checkpoint file for each tenant, and the locks of the writing
 * processes. Checks everything that can be checked without reading every receipt.
 */
export async function openSqliteStore(directory: string, options: SqliteStoreOptions): Promise<Store> {
  const { origin, retention, now, key } = options;
  const settings = { directory, origin, retention, now };
  if (options.mode === "read")
    return new SqliteStore(settings, new LedgerReader(directory), new WriterHealth());
  await makePrivateDirectory(directory);
  const remembered = readRemembered(directory);
  prepareDatabase(directory);
  const reader = new LedgerReader(directory);
  let owner: Owner | undefined;
  try {
    checkAtOpening(reader, remembered, origin);
    owner = await becomeOwner(directory);
    const health = new WriterHealth();
    const fail = (error: unknown) => {
      health.fail("ended");
      client.fail("the writer stopped", error);
    };
    const parts = {
      directory,
      owner: owner.id,
      origin,
      health: health.memory,
      ...(key === undefined ? {} : { key }),
    };
    const writer = options.writer === "inline" ? new InlineWriter(parts) : new ThreadedWriter(parts, fail);
    const client = new BatchClient(writer.connect(), directory);
    const sweeper = new ExpirySweeper({ reader, client, retention, now });
    sweeper.start();
    const probe = new HealthProbe(health, client);
    probe.start();
    return new SqliteStore(settings, reader, health, client, { owner, writer, sweeper, probe });
  } catch (error) {
    reader.close();
    owner?.release(true);
    throw error;
  }
}

/** Opens, in another thread of the process, the store that prepared `data` with `share`. */
export function connectSqliteStore(share: StoreShare, { now }: { readonly now: () => Date }): Store {
  if (!isSqliteShare(share)) throw new TypeError(`a share of the kind ${share.kind} is not one of SQLite`);
  const { directory, origin, retention, port, health } = share;
  const settings = { directory, origin, retention, now };
  const client = new BatchClient(port, directory);
  return new SqliteStore(settings, new LedgerReader(directory), new WriterHealth(health), client);
}

function isSqliteShare(share: StoreShare): share is SqliteShare {
  return share.kind === SQLITE_KIND;
}

class SqliteStore implements Store {
  readonly #settings: Settings;
  readonly #client: BatchClient | undefined;
  readonly #writing: Writing | undefined;
  readonly #ledgers = new Map<string, SqliteLedger>();
  readonly #parts: LedgerParts;
  readonly runs: RunStore;
  readonly approvals: ApprovalStore;
  readonly accessKeys: AccessKeyStore;
  readonly once: OnceStore;
  readonly usage: UsageStore;
  readonly #reader: LedgerReader;
  readonly #health: WriterHealth;
  #closing: Promise<void> | undefined;
  #isClosed = false;
  #recovered = 0;
  #events: EventSender | undefined;

  constructor(
    settings: Settings,
    reader: LedgerReader,
    health: WriterHealth,
    client?: BatchClient,
    writing?: Writing,
  ) {
    this.#settings = settings;
    this.#reader = reader;
    this.#health = health;
    this.#client = client;
    this.#writing = writing;
    this.#parts = {
      reader: () => this.#read(),
      client: () => this.#write(),
      events: () => this.#sendEvents(),
      canWrite: client !== undefined,
      retention: settings.retention,
      now: settings.now,
    };
    this.runs = new SqliteRuns(this.#parts);
    this.approvals = new SqliteApprovals(this.#parts);
    this.accessKeys = new SqliteAccessKeys(this.#parts);
    this.once = new SqliteOnce(this.#parts);
    this.usage = new SqliteUsage(this.#parts);
  }

  async tenants(): Promise<readonly string[]> {
    return this.#read()
      .logs()
      .map(({ tenant }) => tenant);
  }

  ledger(tenant: string): SqliteLedger {
    const known = this.#ledgers.get(tenant);
    if (known !== undefined) return known;
    const { origin } = this.#settings;
    const ledger = new SqliteLedger({ origin: `${origin}/${tenant}`, tenant }, this.#parts);
    this.#ledgers.set(tenant, ledger);
    return ledger;
  }

  async recover(now: () => Date): Promise<number> {
    this.#recovered += await recoverRuns(this.#read(), this.#write(), now);
    await signLogs(this.#read(), this.#write());
    return this.#recovered;
  }

  health(): StoreHealth {
    return this.#health.current;
  }

  share(): { data: SqliteShare; transferList: Transferable[] } {
    const writer = this.#writing?.writer;
    if (this.#closing !== undefined || !(writer instanceof ThreadedWriter)) throw this.#notOpen();
    const { directory, origin, retention } = this.#settings;
    const port = writer.connect();
    const health = this.#health.memory;
    const data = { kind: SQLITE_KIND, directory, origin, retention, port, health } as const;
    return { data, transferList: [port] };
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { owner, writer, sweeper, probe } = this.#writing ?? {};
    sweeper?.stop();
    probe?.stop();
    await this.#client?.close();
    const hasOpenRuns = owner !== undefined && this.#hasOpenRuns(owner.id);
    this.#isClosed = true;
    this.#reader.close();
    // The writer comes last: the last connection to close merges the write-ahead log, which a reading connection cannot do.
    await writer?.close();
    owner?.release(!hasOpenRuns);
  }

  #hasOpenRuns(owner: string): boolean {
    return this.#read().prepare("SELECT 1 FROM journal WHERE owner = ? LIMIT 1").get(owner) !== undefined;
  }

  #read(): LedgerReader {
    if (this.#isClosed) throw this.#notOpen();
    return this.#reader;
  }

  #write(): BatchClient {
    if (this.#client === undefined) throw this.#notOpen();
    return this.#client;
  }

  #sendEvents(): EventSender {
    this.#events ??= new EventSender(this.#write());
    return this.#events;
  }

  #notOpen() {
    return storeError("the store is closed or not open for writing", this.#settings.directory);
  }
}
