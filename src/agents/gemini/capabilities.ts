import type { Agent } from "../agent.ts";

/** What Gemini CLI can do through its host. */
export const capabilities: Agent["capabilities"] = {};
