/** Log levels, most important first. */
export const LOG_LEVELS = ["error", "warn", "info", "debug", "trace"] as const;

/** The importance of a message. The setting `log_level` has the same names. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Returns whether a log with the level `setting` writes messages of `level`. */
export function isLevelWritten(level: LogLevel, setting: LogLevel): boolean {
  return LOG_LEVELS.indexOf(level) <= LOG_LEVELS.indexOf(setting);
}
