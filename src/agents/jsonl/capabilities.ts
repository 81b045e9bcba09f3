import type { Agent } from "../agent.ts";

const unknown = (evidence: string) => ({
  level: { restricted: { reason: "it depends on the agent" } },
  evidence,
});

/** What any agent can do that prints JSON lines. */
export const capabilities: Agent["capabilities"] = {
  streaming: unknown("Each line becomes an event when it arrives; some agents print whole messages only."),
  tool_use: unknown("Tool calls are reported if the mapping names their lines."),
  tool_read: unknown("The lines do not list the tools."),
  tool_write: unknown("The lines do not list the tools."),
  tool_edit: unknown("The lines do not list the tools."),
  tool_bash: unknown("The lines do not list the tools."),
  hooks_pre_tool_use: { level: "unsupported", evidence: "Nothing goes to the agent after its task." },
  session_resume: unknown("`{session}` in the arguments is replaced by the conversation to continue."),
};
