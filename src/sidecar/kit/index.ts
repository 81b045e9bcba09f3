/** The package entry `agent-backplane/sidecar`: a sidecar in TypeScript. It loads nothing else, so that a sidecar starts fast. */

export type { ToolDecision } from "../supervisor/run-request.ts";
export type { EventDraft, RunContext, RunResult, SidecarDefinition } from "./definition.ts";
export { serveSidecar } from "./serve.ts";
