/** The package entry `agent-backplane/client`: the control API of a daemon, here or on another machine. */
export type { Listing } from "./listing.ts";
export { type ClientOptions, openClient } from "./open-client.ts";
export type { AnswerOf, CallOptions, ControlClient } from "./route-types.ts";
