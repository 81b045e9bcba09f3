/** Backends, which run work orders. */
export type { Backend, RunContext, RunReport } from "./backend.ts";
export { mockBackend } from "./mock.ts";
export { type BackendEntry, findBackend, listBackends, type RegisteredBackend } from "./registry.ts";
