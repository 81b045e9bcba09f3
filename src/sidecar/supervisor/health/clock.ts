/** Monotonic time and timers. Tests pass their own. */
export interface Clock {
  /** Milliseconds; a change of the system's date does not move it. */
  now(): number;
  /** Calls back once. Returns a function that stops the timer. */
  after(ms: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/** Resolves with true as soon as `over` settles, or with false after the time. */
export function settlesWithin(clock: Clock, ms: number, over: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const stop = clock.after(ms, () => resolve(false));
    const settle = () => {
      stop();
      resolve(true);
    };
    over.then(settle, settle);
  });
}
