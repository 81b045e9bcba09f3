import type { Agent } from "../agent.ts";

/** What Copilot CLI can do through its host. */
export const capabilities: Agent["capabilities"] = {};
