import type { BodyDigest } from "../../contract/index.ts";
import { LONG_JSON_BYTES, LongDigest, LongJsonWrite } from "./long-json.ts";
import type { SlicedWork, SliceQueue } from "./slice-queue.ts";

/** How much longer a translated body may be than the caller's, so that its buffer need not grow. */
const EXTRA_BYTES = 64 * 1024;

interface LaterWork extends SlicedWork {
  finish(): void;
}

/** Undefined for a request of a body that is short enough to be written at once. */
export function laterBodies(bytes: number): LaterBodies | undefined {
  return bytes > LONG_JSON_BYTES ? new LaterBodies(bytes) : undefined;
}

/** The bodies of an attempt that are too long to be written at once: they are written before the attempt is made. */
export class LaterBodies {
  readonly #expectedBytes: number;
  readonly #works: LaterWork[] = [];

  /** `bytes` is the length of the caller's body. */
  constructor(bytes: number) {
    this.#expectedBytes = bytes + Math.ceil(bytes / 64) + EXTRA_BYTES;
  }

  /** Writes a value as JSON; `onWritten` gets the text and its digest. */
  write(value: unknown, onWritten: (body: Buffer, digest: BodyDigest) => void): void {
    const work = new LongJsonWrite(value, this.#expectedBytes);
    this.#works.push({
      step: () => work.step(),
      finish: () => {
        const { body, digest } = work.finish();
        onWritten(body, digest);
      },
    });
  }

  /** The digest of a body; its members are set when it is computed. */
  digest(body: Buffer): BodyDigest {
    const work = new LongDigest(body);
    const digest = { bytes: body.length, sha256: "" };
    this.#works.push({
      step: () => work.step(),
      finish: () => Object.assign(digest, work.finish()),
    });
    return digest;
  }

  /** Does the work in slices, between which other calls are served. */
  async run(slices: SliceQueue): Promise<void> {
    for (const work of this.#works) {
      await slices.run(work);
      work.finish();
    }
  }
}
