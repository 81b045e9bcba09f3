import type { Agent } from "../agent.ts";

/** What OpenCode can do through its host. */
export const capabilities: Agent["capabilities"] = {
  streaming: { level: "native", evidence: "Pieces of text arrive as agent_message_chunk." },
  tool_use: { level: "native", evidence: "A recorded task calls two tools (fixtures/task.jsonl)." },
  function_calling: { level: "native", evidence: "A recorded task calls two tools (fixtures/task.jsonl)." },
  extended_thinking: {
    level: { restricted: { reason: "the agent must show its thinking" } },
    evidence: "Pieces of thinking are read from agent_thought_chunk; the recorded task has none.",
  },
  tool_read: { level: "native", evidence: "Its tool `read`." },
  tool_write: { level: "native", evidence: "Its tool `write`." },
  tool_edit: { level: "native", evidence: "Its tool `edit`." },
  tool_bash: { level: "native", evidence: "Its tool `bash`." },
  tool_glob: {
    level: { restricted: { reason: "ripgrep must be installed" } },
    evidence: "Its tool `glob` starts ripgrep, and fails in a run if the machine has none.",
  },
  tool_grep: {
    level: { restricted: { reason: "ripgrep must be installed" } },
    evidence: "Its tool `grep` starts ripgrep, and fails in a run if the machine has none.",
  },
  tool_web_fetch: {
    level: "native",
    evidence: "Its tool `webfetch`; the sandbox decides which addresses it reaches.",
  },
  hooks_pre_tool_use: {
    level: "native",
    evidence:
      "Its configuration makes it send session/request_permission for every tool. A plugin asks before that, and the reason of a denial is the result of the tool.",
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
