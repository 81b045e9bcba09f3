import type { Agent } from "../agent.ts";

/** What OpenCode can do through its host. */
export const capabilities: Agent["capabilities"] = {};
