/** Backends: what can run a work order. */
export type { Backend, RunContext, RunReport } from "./backend.ts";
export { mockBackend } from "./mock.ts";
export { type BackendEntry, findBackend, listBackends, type RegisteredBackend } from "./registry.ts";
