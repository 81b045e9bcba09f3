import type { Agent } from "../agent.ts";

/** What Copilot CLI can do through its host. */
export const capabilities: Agent["capabilities"] = {
  streaming: { level: "native", evidence: "Pieces of text arrive as agent_message_chunk." },
  tool_use: { level: "native", evidence: "A recorded task calls two tools (fixtures/task.jsonl)." },
  function_calling: { level: "native", evidence: "A recorded task calls two tools (fixtures/task.jsonl)." },
  extended_thinking: {
    level: { restricted: { reason: "the agent must show its thinking" } },
    evidence: "Pieces of thinking are read from agent_thought_chunk; the recorded task has none.",
  },
  tool_read: { level: "native", evidence: "Its tool `view`." },
  tool_write: { level: "native", evidence: "Its tool `create`." },
  tool_edit: { level: "native", evidence: "Its tool `edit`." },
  tool_bash: { level: "native", evidence: "Its tool `bash`." },
  tool_glob: { level: "native", evidence: "Its tool `glob`." },
  tool_grep: { level: "native", evidence: "Its tool `grep`." },
  tool_web_fetch: {
    level: "native",
    evidence: "Its tool `web_fetch`; the sandbox decides which addresses it reaches.",
  },
  hooks_pre_tool_use: { level: "native", evidence: "Its hook preToolUse asks the host before every tool." },
  mcp_client: {
    level: "unsupported",
    evidence:
      "The servers are part of session/new, and their tools were not offered to the model in a trial with 1.0.102.",
  },
  hooks_post_tool_use: {
    level: "emulated",
    evidence: "Each tool's result is an event of the run. Nothing can change it.",
  },
  session_resume: {
    level: "native",
    evidence: "session/load continues an earlier conversation; the repeated updates are not reported.",
  },
  session_fork: { level: "unsupported", evidence: "It does not offer session/fork." },
  structured_output_json_schema: {
    level: "unsupported",
    evidence: "The protocol has no place for a schema.",
  },
};
