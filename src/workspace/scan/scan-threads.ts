import { availableParallelism } from "node:os";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { ManifestEntry } from "../manifest/manifest.ts";
import type { Directory } from "../walk/directory.ts";
import { TreeError } from "../walk/tree-fault.ts";
import type { PlannedDirectory } from "../walk/tree-plan.ts";
import type { KeptBlobs } from "./blob-keeper.ts";
import { ByteCount } from "./byte-count.ts";
import type { ScanResult } from "./directory-scan.ts";
import { divide } from "./scan-batches.ts";
import type { ScanAnswer, ScanCommand, ScanThreadData } from "./scan-messages.ts";

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

/** Threads that hash the files of one tree, and copy them where there is a target. */
export class ScanThreads {
  readonly #threads: Worker[] = [];
  readonly #data: ScanThreadData;
  readonly #maxThreads: number;
  readonly #signal: AbortSignal;
  readonly #failures = new Map<Worker, unknown>();

  /** Starts the first thread at once. */
  constructor({ source, target, maxBytes, sinceMs, keep, signal }: ScanOptions) {
    this.#signal = signal;
    this.#maxThreads = Math.min(availableParallelism(), MAX_THREADS);
    this.#data = {
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

  /** Scans all directories; starts more threads where there is work for them. Throws `TreeError`, or the reason of the signal. */
  async scan(directories: readonly PlannedDirectory[]): Promise<ScanResult> {
    const batches = [...divide(directories)];
    const count = Math.min(this.#maxThreads, Math.ceil(batches.length / MIN_BATCHES_PER_THREAD));
    while (this.#threads.length < count) this.#start();
    const entries: ManifestEntry[] = [];
    const unreadable: string[] = [];
    const vanished: ManifestEntry[] = [];
    let foreignCount = 0;
    const serve = async (thread: Worker) => {
      for (let batch = batches.pop(); batch !== undefined; batch = batches.pop()) {
        const answer = await this.#ask(thread, { kind: "scan", directories: batch });
        if (answer.kind !== "scanned") continue;
        for (const entry of answer.result.entries) entries.push(entry);
        unreadable.push(...answer.result.unreadable);
        for (const entry of answer.result.vanished) vanished.push(entry);
        foreignCount += answer.result.foreignCount;
      }
    };
    await Promise.all(this.#threads.map(serve));
    return { entries, unreadable, vanished, foreignCount };
  }

  /**
   * Throws `TreeError` where something changed since it was scanned. With `sinceMs`, says instead whether entries came or
   * went. `kept` is what each thread kept.
   */
  async check(): Promise<{ readonly isChanged: boolean; readonly kept: readonly KeptBlobs[] }> {
    const answers = await Promise.all(this.#threads.map((thread) => this.#ask(thread, { kind: "check" })));
    const checked = answers.filter((answer) => answer.kind === "checked");
    return {
      isChanged: checked.some((answer) => answer.isChanged),
      kept: checked.flatMap(({ kept }) => kept ?? []),
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.terminate()));
  }

  #start(): void {
    // The build turns .ts files into .js files, and does not change this name.
    const url = new URL(`./scan-thread${extname(import.meta.url)}`, import.meta.url);
    const thread = new Worker(url, { workerData: this.#data, execArgv: [], name: "workspace scan" });
    // Between two commands nobody waits for the thread; its failure shows at the next command.
    thread.on("error", (error) => this.#failures.set(thread, error));
    this.#threads.push(thread);
  }

  #ask(thread: Worker, command: ScanCommand): Promise<ScanAnswer> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        thread.off("message", onMessage).off("error", onFailure).off("exit", onExit);
        this.#signal.removeEventListener("abort", onAbort);
        settle();
      };
      const onMessage = (answer: ScanAnswer) =>
        end(() => (answer.kind === "fault" ? reject(new TreeError(answer.fault)) : resolve(answer)));
      const onFailure = (error: unknown) => end(() => reject(error));
      const onExit = () =>
        end(() => reject(this.#failures.get(thread) ?? new Error("the scan thread ended")));
      const onAbort = () => end(() => reject(this.#signal.reason));
      if (this.#signal.aborted) return reject(this.#signal.reason);
      if (this.#failures.has(thread)) return reject(this.#failures.get(thread));
      this.#signal.addEventListener("abort", onAbort);
      thread.on("message", onMessage).on("error", onFailure).on("exit", onExit);
      thread.postMessage(command);
    });
  }
}
