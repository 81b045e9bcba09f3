import type { Agent } from "../agent.ts";

const unknown = (evidence: string) => ({
  level: { restricted: { reason: "it depends on the agent" } },
  evidence,
});

/** What any agent can do through the Agent Client Protocol. The agent itself says the rest when a run starts. */
export const capabilities: Agent["capabilities"] = {
  streaming: { level: "native", evidence: "Pieces of text and thinking arrive as session updates." },
  tool_use: { level: "native", evidence: "Tool calls arrive as session updates." },
  tool_read: unknown("The protocol has no list of tools."),
  tool_write: unknown("The protocol has no list of tools."),
  tool_edit: unknown("The protocol has no list of tools."),
  tool_bash: unknown("The protocol has no list of tools."),
  hooks_pre_tool_use: unknown("The host answers session/request_permission; the agent decides when it asks."),
  session_resume: unknown("The host uses session/resume or session/load if the agent offers them."),
  session_fork: unknown("The host uses session/fork if the agent offers it."),
  mcp_client: unknown("The servers of the work order are part of session/new."),
  image_input: unknown("Images are sent if the agent's prompt capabilities name them."),
};
