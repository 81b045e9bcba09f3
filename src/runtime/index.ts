/** The runtime: one work order, from submission to a verified receipt. */
export { checkWorkOrder } from "./order-check.ts";
export { type RunOptions, type RunResult, runWorkOrder } from "./run.ts";
export { openRunLog, type RunLog } from "./run-log.ts";
