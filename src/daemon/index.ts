/** The daemon: its start and stop, its token, its notice, its serving threads. `server` serves the calls. */
export { checkConfig } from "./check-config.ts";
export { type Daemon, type DaemonOptions, startDaemon } from "./daemon.ts";
export { type DaemonNotice, readNotice } from "./daemon-notice.ts";
export { hasMadeKeys } from "./keys/has-made-keys.ts";
export { isRunning } from "./running-daemon.ts";
export { freeStartMemory } from "./start-memory.ts";
export { isLoopback, loadToken, readAdminToken } from "./token.ts";
