import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** A collection after so many bytes costs about a millisecond, and passing them takes several. */
const COLLECT_AFTER_TRANSFERRED_BYTES = 8 * 1024 * 1024;

type Collect = (options: { readonly type: "minor" }) => void;

/**
 * Frees buffers that are no longer needed. V8 sees only the small objects that stand for them, so that it would let more than a
 * hundred megabytes of them pile up before it collects.
 */
export class BufferGarbage {
  readonly #collectAfterBytes: number;
  readonly #openCollector: () => Collect;
  #collect: Collect | undefined;
  #bytes = 0;

  constructor(collectAfterBytes: number, openCollector: () => Collect = openMinorCollector) {
    this.#collectAfterBytes = collectAfterBytes;
    this.#openCollector = openCollector;
  }

  /** Counts the bytes of a buffer that is no longer needed. */
  count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes < this.#collectAfterBytes) return;
    this.#bytes = 0;
    this.#collect ??= this.#openCollector();
    this.#collect({ type: "minor" });
  }
}

/** The garbage of all transfers of this thread. Calls with small bodies never reach the threshold. */
export const bufferGarbage = new BufferGarbage(COLLECT_AFTER_TRANSFERRED_BYTES);

function openMinorCollector(): Collect {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as Collect;
  setFlagsFromString("--no-expose-gc");
  return collect;
}
