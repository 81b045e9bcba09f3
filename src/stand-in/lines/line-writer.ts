/** Takes lines of JSON. A promise means that the reader is slow: the writer should wait for it. */
export interface LineWriter {
  write(message: object): void | Promise<void>;
}

/** The part of a stream that is written to. */
export interface TextOutput {
  readonly writeOut: (text: string) => void;
  /** Undefined while the output takes more; else a promise that resolves when it does again, or when it ended. */
  readonly drained: () => Promise<void> | undefined;
}

/** Writes each message as one line of JSON. */
export function jsonLineWriter({ writeOut, drained }: TextOutput): LineWriter {
  return {
    write(message) {
      writeOut(`${JSON.stringify(message)}\n`);
      return drained();
    },
  };
}
