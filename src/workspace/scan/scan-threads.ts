import { availableParallelism } from "node:os";
import type { Directory } from "../walk/directory.ts";
import type { PlannedDirectory } from "../walk/tree-plan.ts";
import type { KeptBlobs } from "./blob-keeper.ts";
import { ByteCount } from "./byte-count.ts";
import type { ScanResult } from "./directory-scan.ts";
import { returnWorker, takeWorker } from "./idle-workers.ts";
import { divide } from "./scan-batches.ts";
import { fromBlobColumns, fromEntryColumns, type ScannedRoots, type SentResult } from "./scan-messages.ts";
import type { ScanWorker } from "./scan-worker.ts";

// More threads wait for the same disk.
const MAX_THREADS = 4;
// Less work is done before another thread has started.
const MIN_BATCHES_PER_THREAD = 3;

export interface ScanOptions {
  /** Both stay open until `close` has resolved. */
  readonly source: Directory;
  readonly target?: Directory | undefined;
  readonly maxBytes: number;
  /** Others may write into the source; what changed at this time or later is noted. Undefined: a change is a fault. */
  readonly sinceMs?: number | undefined;
  /** The contents of small files and links are kept in packs of this directory, up to a limit for all of them. */
  readonly keep?: { readonly directory: string; readonly maxBytes: number } | undefined;
  readonly signal: AbortSignal;
}

/** A worker and the answer to the opening of its tree. */
interface OpenedWorker {
  readonly worker: ScanWorker;
  readonly opened: Promise<unknown>;
}

const never = new AbortController().signal;

/** Threads that hash the files of one tree, and copy them if there is a target. */
export class ScanThreads {
  readonly #threads: OpenedWorker[] = [];
  readonly #roots: ScannedRoots;
  readonly #maxThreads: number;
  readonly #signal: AbortSignal;

  /** Takes the first thread at once. */
  constructor({ source, target, maxBytes, sinceMs, keep, signal }: ScanOptions) {
    this.#signal = signal;
    this.#maxThreads = Math.min(availableParallelism(), MAX_THREADS);
    this.#roots = {
      source: source.prefix,
      target: target?.prefix,
      maxBytes,
      byteCount: ByteCount.memory(),
      umask: process.umask(),
      sinceMs,
      keep: keep && { ...keep, byteCount: ByteCount.memory() },
    };
    this.#start();
  }

  /** Scans all directories, and lists their entries in the order of these; takes more threads if there is work for them. Throws `TreeError`, or the reason of the signal. */
  async scan(directories: readonly PlannedDirectory[]): Promise<ScanResult> {
    const batches = [...divide(directories)];
    const count = Math.min(this.#maxThreads, Math.ceil(batches.length / MIN_BATCHES_PER_THREAD));
    while (this.#threads.length < count) this.#start();
    const results: SentResult[] = [];
    let next = 0;
    const serve = async ({ worker, opened }: OpenedWorker) => {
      await opened;
      while (next < batches.length) {
        const at = next++;
        const answer = await worker.ask({ kind: "scan", directories: batches[at]! }, this.#signal);
        if (answer.kind === "scanned") results[at] = answer.result;
      }
    };
    await Promise.all(this.#threads.map(serve));
    return {
      entries: results.flatMap(({ entries }) => fromEntryColumns(entries)),
      unreadable: results.flatMap(({ unreadable }) => unreadable),
      vanished: results.flatMap(({ vanished }) => vanished),
      foreignCount: results.reduce((sum, { foreignCount }) => sum + foreignCount, 0),
    };
  }

  /**
   * Throws `TreeError` if something changed since it was scanned. With `sinceMs`, says instead whether entries came or
   * went. `kept` is what each thread kept.
   */
  async check(): Promise<{ readonly isChanged: boolean; readonly kept: readonly KeptBlobs[] }> {
    const answers = await Promise.all(
      this.#threads.map(async ({ worker, opened }) => {
        await opened;
        return worker.ask({ kind: "check" }, this.#signal);
      }),
    );
    const checked = answers.filter((answer) => answer.kind === "checked");
    return {
      isChanged: checked.some((answer) => answer.isChanged),
      kept: checked.flatMap(({ kept }) => (kept ? { ...kept, blobs: fromBlobColumns(kept.blobs) } : [])),
    };
  }

  /** Threads that wait for a command stay for the next tree; others end. */
  async close(): Promise<void> {
    await Promise.all(
      this.#threads.splice(0).map(async ({ worker, opened }) => {
        await opened.catch(() => undefined);
        if (worker.isFree) await worker.ask({ kind: "close" }, never).catch(() => worker.end());
        await returnWorker(worker);
      }),
    );
  }

  #start(): void {
    const worker = takeWorker();
    const opened = worker.ask({ kind: "open", roots: this.#roots }, this.#signal);
    // A failure shows at the next command.
    opened.catch(() => undefined);
    this.#threads.push({ worker, opened });
  }
}
