/** The vendors' SDKs over a gateway in this process. Each SDK has its own entry file. */
export type { ClientGateway } from "./client-gateway.ts";
export { type GatewayChoice, type GatewayOpener, setGatewayOpener } from "./default-gateway.ts";
export type { RunSource } from "./run-id.ts";
export type { AbpOptions } from "./session.ts";
export { gatewayFetch, type TransportOptions } from "./transport.ts";
