import { SupervisedThread, type ThreadOptions } from "./supervised-thread.ts";
import type { ThreadOrder } from "./thread-message.ts";

/** Options of a set of serving threads. */
export interface ThreadsOptions extends ThreadOptions {
  readonly count: number;
}

/** Threads that serve on one port. */
export interface ServingThreads {
  /** The port that the threads listen on. */
  readonly port: number;
  /** The number of threads that serve at the moment. */
  readonly ready: number;
  /** Sends an order to every thread. */
  tell(order: ThreadOrder): void;
  /** Lets every thread finish its calls, and settles when all threads have ended. */
  stop(): Promise<void>;
}

/** Starts the threads; settles when all are ready, and rejects when one cannot start. */
export async function startThreads(options: ThreadsOptions): Promise<ServingThreads> {
  const threads = Array.from({ length: options.count }, (_, index) => new SupervisedThread(index, options));
  const stop = async (): Promise<void> => {
    await Promise.all(threads.map((thread) => thread.stop()));
  };
  try {
    const ports = await Promise.all(threads.map((thread) => thread.start()));
    return {
      port: ports[0]!,
      get ready() {
        return threads.filter((thread) => thread.isReady).length;
      },
      tell: (order) => {
        for (const thread of threads) thread.tell(order);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
