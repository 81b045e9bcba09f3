import type { Log } from "../telemetry/index.ts";

/** Takes a failure that no caller gets to see. */
export type Report = (message: string, error: unknown) => void;

/** Returns a report that also writes to the log. */
export function logFailures(log: Log | undefined, report: Report): Report {
  return (message, error) => {
    log?.error(message, { error });
    report(message, error);
  };
}
