/** The part of a stream that a `FrameWriter` needs. */
export interface FrameSink {
  write(text: string, written?: (error?: Error | null) => void): boolean;
  once(event: "drain", listener: () => void): unknown;
}

/** An escaped UTF-16 surrogate: it may lack its other half, which a strict reader refuses. */
const SURROGATE_ESCAPE = /\\ud[89a-f]/;

/** A run that only writes would otherwise keep the event loop from reading pings and a cancel. */
const WRITES_PER_TURN = 64;

/** Writes frames as JSON lines. */
export class FrameWriter {
  readonly #sink: FrameSink;
  #draining: Promise<void> | undefined;
  #turn: Promise<void> | undefined;
  #writes = 0;

  constructor(sink: FrameSink) {
    this.#sink = sink;
  }

  /** Writes one line. Resolves when the stream takes more data, and after some lines when input has been read. Throws for a value that JSON cannot hold. */
  write(frame: object): Promise<void> {
    const hasRoom = this.#sink.write(`${lineOf(frame)}\n`);
    if (hasRoom) return this.#draining ?? this.#nextTurn();
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

  #nextTurn(): Promise<void> {
    this.#writes += 1;
    if (this.#writes < WRITES_PER_TURN) return Promise.resolve();
    this.#turn ??= new Promise((resolve) => {
      setImmediate(() => {
        this.#writes = 0;
        this.#turn = undefined;
        resolve();
      });
    });
    return this.#turn;
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
