import type { Agent } from "../agent.ts";

/** What Claude Code can do through its host. */
export const capabilities: Agent["capabilities"] = {};
