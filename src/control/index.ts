/** The control API: what the daemon does and knows, for everybody who has a key. */
export type { ControlContext } from "./context.ts";
export type { KeyDesk } from "./key-desk.ts";
export { openControl } from "./open-control.ts";
export type { RunDesk } from "./run-desk.ts";
