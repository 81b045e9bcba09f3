/** The daemon: HTTP and WebSocket server, limits, serving threads, start and stop. The gateway serves the calls. */
export { checkConfig } from "./check-config.ts";
export type { HttpLimits, ServerGateway } from "./context/server-context.ts";
export { type Daemon, type DaemonOptions, startDaemon } from "./daemon.ts";
export { type DaemonNotice, readNotice } from "./daemon-notice.ts";
export type { Report } from "./failure-report.ts";
export { type RunServing, type RunServingOptions, serveRuns } from "./run-serving.ts";
export { serveUntil } from "./serve-until.ts";
export { type Server, type ServerCounts, type ServerOptions, startServer } from "./server/server.ts";
export { freeStartMemory } from "./start-memory.ts";
export { loadToken } from "./token.ts";
