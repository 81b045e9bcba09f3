/** The part of a stream that a `FrameWriter` needs. */
export interface FrameSink {
  write(text: string, written?: (error?: Error | null) => void): boolean;
  once(event: "drain", listener: () => void): unknown;
}

/** An escaped UTF-16 surrogate: it may lack its other half, which a strict reader refuses. */
const SURROGATE_ESCAPE = /\\ud[89a-f]/;

/** Writes frames as JSON lines. */
export class FrameWriter {
  readonly #sink: FrameSink;
  #draining: Promise<void> | undefined;

  constructor(sink: FrameSink) {
    this.#sink = sink;
  }

  /** Writes one line. Resolves when the stream takes more data. Throws for a value that JSON cannot hold. */
  write(frame: object): Promise<void> {
    const hasRoom = this.#sink.write(`${lineOf(frame)}\n`);
    if (hasRoom) return this.#draining ?? Promise.resolve();
    this.#draining ??= new Promise((resolve) => {
      this.#sink.once("drain", () => {
        this.#draining = undefined;
        resolve();
      });
    });
    return this.#draining;
  }

  /** Resolves when every line so far has left the process, or cannot leave it any more. */
  flush(): Promise<void> {
    return new Promise((resolve) => {
      this.#sink.write("", () => resolve());
    });
  }
}

function lineOf(frame: object): string {
  const line = JSON.stringify(frame);
  if (!SURROGATE_ESCAPE.test(line)) return line;
  // A text that was cut inside a character: the half is replaced by U+FFFD.
  return JSON.stringify(frame, (_, value: unknown) =>
    typeof value === "string" ? value.toWellFormed() : value,
  );
}
