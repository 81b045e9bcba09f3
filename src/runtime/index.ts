/** The runtime: one work order, from submission to receipt. */
export { checkWorkOrder } from "./order-check.ts";
export { type RunOptions, type RunResult, runWorkOrder } from "./run.ts";
