export type { CallLogEntry } from "./call-entry.ts";
export type { LineWriter, LineWriterOptions } from "./line-writer.ts";
export { type Log, type LogFields, type LogOptions, type LogSettings, openLog } from "./log.ts";
export { type LogFile, openLogFile } from "./log-file.ts";
export { chooseLogForm, type LogForm } from "./log-form.ts";
export type { LogLevel } from "./log-level.ts";
