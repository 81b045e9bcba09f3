import type { Agent } from "../agent.ts";

/** What Kimi Code can do through its host. */
export const capabilities: Agent["capabilities"] = {
  streaming: { level: "native", evidence: "Pieces of text arrive as agent_message_chunk." },
  tool_use: { level: "native", evidence: "A recorded task calls two tools (fixtures/task.jsonl)." },
  function_calling: { level: "native", evidence: "A recorded task calls two tools (fixtures/task.jsonl)." },
  extended_thinking: { level: "native", evidence: "Pieces of thinking arrive as agent_thought_chunk." },
  tool_read: { level: "native", evidence: "Its tool `Read`." },
  tool_write: { level: "native", evidence: "Its tool `Write`." },
  tool_edit: { level: "native", evidence: "Its tool `Edit`." },
  tool_bash: { level: "native", evidence: "Its tool `Bash`." },
  tool_glob: { level: "native", evidence: "Its tool `Glob`." },
  tool_grep: {
    level: { restricted: { reason: "ripgrep must be installed" } },
    evidence: "Its tool `Grep` starts ripgrep, and fails in a run if the machine has none.",
  },
  tool_web_fetch: {
    level: "native",
    evidence: "Its tool `FetchURL`; the sandbox decides which addresses it reaches.",
  },
  hooks_pre_tool_use: {
    level: "native",
    evidence: "Its hook PreToolUse asks the host before every tool, those of sub-agents included.",
  },
  hooks_post_tool_use: {
    level: "emulated",
    evidence: "Each tool's result is an event of the run. Nothing can change it.",
  },
  mcp_client: { level: "native", evidence: "The servers of the work order are part of session/new." },
  image_input: {
    level: "native",
    evidence: "Its prompt capabilities name images; they are part of the prompt.",
  },
  session_resume: { level: "native", evidence: "session/resume continues an earlier conversation." },
  session_fork: { level: "native", evidence: "session/fork copies an earlier conversation." },
  structured_output_json_schema: {
    level: "unsupported",
    evidence: "The protocol has no place for a schema.",
  },
};
