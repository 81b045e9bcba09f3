import { ScanWorker } from "./scan-worker.ts";

/** A worker ends when no tree has needed it for so long. The manifest after a short run still finds it. */
const MAX_IDLE_MS = 30_000;
const MAX_IDLE = 4;

interface IdleWorker {
  readonly worker: ScanWorker;
  readonly timer: NodeJS.Timeout;
}

/** The workers of this process that have no tree, the latest last. To start one takes as long as to read a thousand files. */
const idle: IdleWorker[] = [];

/** A worker without a tree: one that waits, else a new one. */
export function takeWorker(): ScanWorker {
  for (let last = idle.pop(); last !== undefined; last = idle.pop()) {
    clearTimeout(last.timer);
    if (!last.worker.isFree) continue;
    last.worker.hold(true);
    return last.worker;
  }
  return new ScanWorker();
}

/** Keeps a worker for the next tree, or ends it. It must have closed its tree. */
export async function returnWorker(worker: ScanWorker): Promise<void> {
  if (!worker.isFree || idle.length >= MAX_IDLE) return worker.end();
  worker.hold(false);
  const timer = setTimeout(() => {
    idle.splice(
      idle.findIndex((one) => one.worker === worker),
      1,
    );
    void worker.end();
  }, MAX_IDLE_MS);
  idle.push({ worker, timer: timer.unref() });
}
