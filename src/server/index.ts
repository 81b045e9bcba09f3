/** The HTTP and WebSocket server of one thread: its limits, its draining, and the gateway that it serves. */
export type { ControlFacts, ControlServer } from "./context/control.ts";
export type { DrainableSockets } from "./context/drainable-sockets.ts";
export type { HttpLimits, ServerGateway } from "./context/server-context.ts";
export { logFailures, type Report } from "./failure-report.ts";
export { BodyBudget, bodyLimitsOf } from "./limits/body-budget.ts";
export { type KeySlotMemory, KeySlotTable } from "./limits/key-slot-table.ts";
export { KeySlots } from "./limits/key-slots.ts";
export { claimPort, type PortClaim } from "./listening/port-claim.ts";
export { type Server, type ServerCounts, type ServerOptions, startServer } from "./listening/server.ts";
export { type RunServing, type RunServingOptions, serveRuns } from "./run-serving.ts";
export { serveUntil } from "./serve-until.ts";
export { type Serving, type ServingOptions, serveInOneThread } from "./serving.ts";
