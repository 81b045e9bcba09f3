/** The daemon: HTTP and WebSocket server, limits, serving threads, start and stop. The gateway serves the calls. */
export { type Daemon, type DaemonNotice, type DaemonOptions, readNotice, startDaemon } from "./daemon.ts";
export { type Server, type ServerCounts, type ServerOptions, startServer } from "./http/server.ts";
export type { HttpLimits, ServerGateway } from "./http/server-context.ts";
export { serveUntil, terminationSignal } from "./termination.ts";
export { runThread, type ThreadServer } from "./threads/serving-thread.ts";
export {
  type ServingThreads,
  startThreads,
  type ThreadStart,
  type ThreadsOptions,
} from "./threads/serving-threads.ts";
export { isLoopback, loadToken, requireKeys, TOKEN_FILE } from "./token.ts";
