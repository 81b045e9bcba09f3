/** How long a thread is kept after its last use, in milliseconds. The vendor's expire after the same time. */
export const THREAD_LIFETIME_MS = 5 * 60 * 1000;

/** The most threads of one owner. The least recently used go first. */
export const MAX_THREADS = 256;

/** The conversations of one owner that a later call continues by the id of the last answer. */
export interface ThreadStore {
  /** Keeps the state under the id of its last answer, in place of the thread that it continues. Durable when it resolves. */
  keep(id: string, previousId: string | undefined, state: unknown): Promise<void>;
  /** The state under an id; undefined if it was continued, was dropped or has expired. */
  find(id: string): Promise<unknown>;
}
