import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

const MIB = 1024 * 1024;

/** Twice 32 MiB. V8 would use up to twice 64, and no call takes less CPU time with more than this; a mapped stream takes a fifth more with half. */
const ENOUGH_BYTES = 64 * MIB;
/** Under load, V8 doubles the young generation two or three times in a second. */
const INTERVAL_MS = 250;

/** The limit for a thread of its own, which V8 takes at its start: 32 MiB, twice, and as much for large objects. */
export const YOUNG_GENERATION_MB = 96;

/** What V8 offers for the young generation of a thread that runs already. */
interface YoungGeneration {
  readonly bytes: number;
  growBy(factor: 1 | 2): void;
}

/** That of this thread. */
export const threadYoungGeneration: YoungGeneration = {
  get bytes() {
    return getHeapSpaceStatistics().find((space) => space.space_name === "new_space")!.space_size;
  },
  growBy: (factor) => setFlagsFromString(`--semi-space-growth-factor=${factor}`),
};

/**
 * Keeps the young generation of this thread at a size that is enough, which saves about 50 MiB under load. V8 takes a limit only when
 * a process starts, but reads the factor of each growth when it grows. It may grow again after V8 has shrunk it in a quiet time. The
 * factor is that of all threads of the process, so only the thread that serves the calls may watch it. Returns a function that ends it.
 */
export function limitYoungGeneration(young: YoungGeneration = threadYoungGeneration): () => void {
  let isEnough = false;
  const timer = setInterval(() => {
    const is = young.bytes >= ENOUGH_BYTES;
    if (is === isEnough) return;
    isEnough = is;
    young.growBy(is ? 1 : 2);
  }, INTERVAL_MS).unref();
  return () => {
    clearInterval(timer);
    if (isEnough) young.growBy(2);
  };
}
