/** The HTTP rim: connections, limits, refusals and the life of the daemon; calls themselves are the gateway's. */
export { type Daemon, type DaemonNotice, type DaemonOptions, readNotice, startDaemon } from "./daemon.ts";
export type { GatewayDoor } from "./gateway-door.ts";
export { serveUntil, terminationSignal } from "./lifecycle.ts";
export type { RimLimits } from "./rim.ts";
export { type Server, type ServerCounts, type ServerOptions, startServer } from "./server.ts";
export { runThread, type ThreadServer } from "./serving-thread.ts";
export {
  type ServingThreads,
  startThreads,
  type ThreadStart,
  type ThreadsOptions,
} from "./serving-threads.ts";
export { isLoopback, loadToken, requireKeys, TOKEN_FILE } from "./token.ts";
