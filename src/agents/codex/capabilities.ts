import type { Agent } from "../agent.ts";

/** What Codex can do through its host. */
export const capabilities: Agent["capabilities"] = {};
