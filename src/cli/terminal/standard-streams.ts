import type { EventEmitter } from "node:events";

/** Why standard output takes no more data: its reader has closed it, or the file behind it cannot be written. */
export type OutputEnd = "SIGPIPE" | "unwritable";

/** The exit code of a command whose output ended. Every command loads this file, so it does not import the table of codes. */
export const OUTPUT_END_EXIT: Readonly<Record<OutputEnd, number>> = { SIGPIPE: 141, unwritable: 1 };

/** The exit code for the reason of an aborted signal; undefined if the output has not ended. */
export function outputEndExit(reason: unknown): number | undefined {
  return reason === "SIGPIPE" || reason === "unwritable" ? OUTPUT_END_EXIT[reason] : undefined;
}

/** The two streams of a process that commands write to. */
export interface StandardStreams {
  readonly out: Pick<EventEmitter, "on">;
  readonly error: Pick<EventEmitter, "on"> & { write(text: string): unknown };
}

/**
 * Calls `onEnd` once when standard output takes no more data. A closed pipe (`abp receipt log | head -1`) is no fault and says
 * nothing. A closed standard error changes nothing: it carries messages for people, and nobody reads them any more.
 */
export function watchStandardStreams({ out, error }: StandardStreams, onEnd: (end: OutputEnd) => void): void {
  let isOver = false;
  out.on("error", (failure: NodeJS.ErrnoException) => {
    if (isOver) return;
    isOver = true;
    if (failure.code === "EPIPE") {
      onEnd("SIGPIPE");
      return;
    }
    onEnd("unwritable");
    void sayUnwritable(error, failure);
  });
  error.on("error", () => undefined);
}

// Loaded on demand: this is rare, and every command loads this file.
async function sayUnwritable(error: StandardStreams["error"], failure: unknown): Promise<void> {
  const { reasonOf } = await import("../../lib/index.ts");
  error.write(`error output_unwritable: (standard output): cannot be written (${reasonOf(failure)})\n`);
}

/**
 * Undefined while a stream takes more data. Else a promise that resolves when the stream takes data again, has ended, or
 * `signal` aborts.
 */
export function writableAgain(
  stream: Pick<EventEmitter, "once" | "removeListener"> & { readonly writableNeedDrain: boolean },
  signal: AbortSignal,
): Promise<void> | undefined {
  if (!stream.writableNeedDrain || signal.aborted) return undefined;
  return new Promise((resolve) => {
    const done = () => {
      for (const event of ["drain", "close", "error"]) stream.removeListener(event, done);
      signal.removeEventListener("abort", done);
      resolve();
    };
    for (const event of ["drain", "close", "error"]) stream.once(event, done);
    signal.addEventListener("abort", done);
  });
}
