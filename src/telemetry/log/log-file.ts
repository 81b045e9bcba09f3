import { type LineWriterOptions, openLineWriter } from "./line-writer.ts";
import { type Log, type LogSettings, openLog } from "./log.ts";

/** A log and the writer behind it. */
export interface LogFile {
  readonly log: Log;
  /** Writes the remaining lines, for at most `timeoutMs`. Lines written later are dropped. */
  close(timeoutMs?: number): Promise<void>;
}

/** A reader of the log that stopped reading delays the shutdown by at most this long. */
const MAX_CLOSE_MS = 500;

/** Opens a log that writes to a file descriptor, such as 2 for standard error, and never blocks. */
export function openLogFile(
  fd: number,
  settings: LogSettings,
  options: Omit<LineWriterOptions, "onDropped"> = {},
): LogFile {
  const writer = openLineWriter(fd, {
    ...options,
    // As an error, so that every `log_level` writes it.
    onDropped: (lines) => log.error("log lines were dropped: the log was not read fast enough", { lines }),
  });
  const log: Log = openLog({ ...settings, write: writer.write });
  return {
    log,
    close: async (timeoutMs = MAX_CLOSE_MS) => {
      await writer.close(timeoutMs);
    },
  };
}
