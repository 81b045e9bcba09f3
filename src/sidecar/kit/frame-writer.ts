/** The part of a stream that a `FrameWriter` needs. */
export interface FrameSink {
  write(text: string, written?: (error?: Error | null) => void): boolean;
  once(event: "drain", listener: () => void): unknown;
}

// The types of the language do not name this function yet.
const json = JSON as unknown as { rawJSON(text: string): unknown };

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

/** Half a character stays an escape, which the backplane takes as it is. An integer of any size is written with its digits. */
function lineOf(frame: object): string {
  try {
    return JSON.stringify(frame);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return JSON.stringify(frame, (_, value: unknown) =>
      typeof value === "bigint" ? json.rawJSON(`${value}`) : value,
    );
  }
}
