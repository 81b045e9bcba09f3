/** The runtime: one work order, from submission to a verified receipt. */
export { type RunOptions, type RunResult, runWorkOrder } from "./run.ts";
export { openRunLog, type RunLog } from "./run-log.ts";
