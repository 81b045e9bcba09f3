import type { Agent } from "../agent.ts";

/** What Gemini CLI can do through its host. */
export const capabilities: Agent["capabilities"] = {
  streaming: { level: "native", evidence: "Pieces of text arrive as agent_message_chunk." },
  tool_use: { level: "native", evidence: "A recorded task calls two tools (fixtures/task.jsonl)." },
  function_calling: { level: "native", evidence: "A recorded task calls two tools (fixtures/task.jsonl)." },
  extended_thinking: { level: "native", evidence: "Pieces of thinking arrive as agent_thought_chunk." },
  tool_read: { level: "native", evidence: "Its tool `read_file`." },
  tool_write: { level: "native", evidence: "Its tool `write_file`." },
  tool_edit: { level: "native", evidence: "Its tool `replace`." },
  tool_bash: { level: "native", evidence: "Its tool `run_shell_command`." },
  tool_glob: { level: "native", evidence: "Its tool `glob`." },
  tool_grep: { level: "native", evidence: "Its tool `grep_search`." },
  tool_web_fetch: {
    level: "native",
    evidence: "Its tool `web_fetch`; the sandbox decides which addresses it reaches.",
  },
  hooks_pre_tool_use: {
    level: "native",
    evidence:
      "A policy file makes it send session/request_permission for every tool. Over ACP it runs no BeforeTool hook; its model reads the reason of a denial in the error about the option that the answer names.",
  },
  hooks_post_tool_use: {
    level: "emulated",
    evidence: "Each tool's result is an event of the run. Nothing can change it.",
  },
  mcp_client: {
    level: "unsupported",
    evidence:
      "Its folder is not trusted, so that the repository cannot configure it; it then starts no MCP server.",
  },
  tool_web_search: {
    level: { restricted: { reason: "it is a tool of Google" } },
    evidence: "Its tool `google_web_search` needs an engine of the gemini dialect that searches.",
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
