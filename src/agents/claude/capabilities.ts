import type { Agent } from "../agent.ts";

const native = (evidence: string) => ({ level: "native", evidence }) as const;
const emulated = (evidence: string) => ({ level: "emulated", evidence }) as const;
const unsupported = (evidence: string) => ({ level: "unsupported", evidence }) as const;

/** What Claude Code can do through its host. */
export const capabilities: Agent["capabilities"] = {
  streaming: native("Pieces of text and thinking are events while they are written."),
  tool_read: native("Its tool Read."),
  tool_write: native("Its tool Write; the changed file is reported."),
  tool_edit: native("Its tools Edit and NotebookEdit; the changed file is reported."),
  tool_bash: native("Its tool Bash; the command and its exit code are reported."),
  tool_glob: emulated("Version 2.1.197 has no tool for this. It finds files with Bash."),
  tool_grep: emulated("Version 2.1.197 has no tool for this. It searches with Bash."),
  tool_web_search: {
    level: { restricted: { reason: "the vendor of the model runs the search" } },
    evidence: "WebSearch is asked for, and then becomes a tool of a model call, which the engine must offer.",
  },
  tool_web_fetch: {
    level: { restricted: { reason: "the network of the run must allow the address" } },
    evidence: "WebFetch is asked for, and then connects from inside the sandbox.",
  },
  tool_ask_user: unsupported("It is started without AskUserQuestion, because a run has no user at hand."),
  hooks_pre_tool_use: native(
    "A PreToolUse hook makes it ask for every tool, also for those that it would use unasked; policy and approver answer.",
  ),
  hooks_post_tool_use: emulated("Each tool's result is an event of the run. Nothing can change it."),
  session_resume: native("`--resume` goes on with the session that the run reports."),
  session_fork: native("`--resume` with `--fork-session`; the copy gets a session of its own."),
  checkpointing: unsupported("Its checkpoints miss what commands write. The stage of the run is the record."),
  structured_output_json_schema: native(
    "The schema is part of `initialize`; the result has `structured_output`.",
  ),
  mcp_client: native("The servers of the work order and no others; each of their tools is asked for."),
  mcp_server: unsupported("The host does not use `claude mcp serve`."),
  tool_use: native("Each tool is one call with its input, and one result."),
  extended_thinking: native("Thinking that the model shows comes in pieces as `ext.thinking`."),
  image_input: native("Images of the work order are part of the first message."),
  vision: native("Images of the work order are part of the first message."),
  pdf_input: unsupported("A work order carries no documents. Read opens those of the workspace."),
};
