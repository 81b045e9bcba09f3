import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** A collection after so many bytes costs about a millisecond, and passing them takes several. */
const COLLECT_AFTER_BYTES = 8 * 1024 * 1024;

type Collect = (options: { readonly type: "minor" }) => void;

/**
 * Frees the buffers of chunks that were passed on. V8 sees only the small objects that stand for them, so that it would let more
 * than a hundred megabytes of them pile up before it collects. Calls with small bodies never reach the threshold.
 */
export class BufferGarbage {
  readonly #openCollector: () => Collect;
  #collect: Collect | undefined;
  #bytes = 0;

  constructor(openCollector: () => Collect = openMinorCollector) {
    this.#openCollector = openCollector;
  }

  /** Counts a chunk that was passed on. */
  count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes < COLLECT_AFTER_BYTES) return;
    this.#bytes = 0;
    this.#collect ??= this.#openCollector();
    this.#collect({ type: "minor" });
  }
}

/** The garbage of all transfers of this thread. */
export const bufferGarbage = new BufferGarbage();

function openMinorCollector(): Collect {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as Collect;
  setFlagsFromString("--no-expose-gc");
  return collect;
}
