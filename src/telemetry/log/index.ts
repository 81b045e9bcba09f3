export { type Log, type LogFields, type LogLevel, type LogOptions, openLog } from "./log.ts";
