/** The package entry `agent-backplane/client`: the control API of a daemon, here or on another machine. */
export type { Listing } from "./control/listing.ts";
export { type ClientOptions, openClient } from "./control/open-client.ts";
export type { AnswerOf, CallOptions, ControlClient } from "./control/route-types.ts";
