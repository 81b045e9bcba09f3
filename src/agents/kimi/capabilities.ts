import type { Agent } from "../agent.ts";

/** What Kimi Code can do through its host. */
export const capabilities: Agent["capabilities"] = {};
