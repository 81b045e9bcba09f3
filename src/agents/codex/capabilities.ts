import type { Agent } from "../agent.ts";

const native = (evidence: string) => ({ level: "native", evidence }) as const;
const emulated = (evidence: string) => ({ level: "emulated", evidence }) as const;
const unsupported = (evidence: string) => ({ level: "unsupported", evidence }) as const;

/** What Codex can do through its host. */
export const capabilities: Agent["capabilities"] = {
  streaming: native("Pieces of a message come as `item/agentMessage/delta`."),
  tool_read: emulated(
    "It has no tool for text files. It reads them with shell commands, which are asked for as Bash.",
  ),
  tool_write: native("A patch that adds a file is asked for as Write."),
  tool_edit: native("A patch that updates, moves or deletes a file is asked for as Edit."),
  tool_bash: native("With the approval policy `untrusted`, every command is asked for, harmless ones too."),
  tool_glob: emulated("It has no tool for this. It lists files with shell commands."),
  tool_grep: emulated("It has no tool for this. It searches with shell commands."),
  tool_web_search: unsupported(
    "Its search runs at the vendor, where nobody is asked first, so the host switches it off.",
  ),
  tool_web_fetch: unsupported("It has no tool for this besides its search, which is switched off."),
  tool_ask_user: unsupported("Its questions to a user get no answer, because a run has no user at hand."),
  hooks_pre_tool_use: {
    level: {
      restricted: { reason: "reading an image and starting a sub-agent are reported, but not asked for" },
    },
    evidence:
      "`requestApproval` and MCP elicitations are answered by policy and approver before the tool runs.",
  },
  hooks_post_tool_use: emulated("Each tool's result is an event of the run. Nothing can change it."),
  session_resume: native("`thread/resume` goes on with the thread that the run reports as its session."),
  session_fork: native("`thread/fork` copies the thread, and the copy gets a session of its own."),
  checkpointing: unsupported("`thread/revert` takes back the conversation, not the files."),
  structured_output_json_schema: native("`outputSchema` of the turn; the last message is read as JSON."),
  mcp_client: native(
    "The servers of the work order are settings of the thread, and each of their tools is asked for.",
  ),
  mcp_server: unsupported("The host does not use `codex mcp-server`."),
  tool_use: native("Commands, changes and MCP tools come as items with their results."),
  extended_thinking: native("Reasoning comes as `item/reasoning/textDelta` or `summaryTextDelta`."),
  image_input: native("Images of the work order are input of the turn."),
  vision: native("Images of the work order are input of the turn."),
  pdf_input: unsupported("A turn takes no documents."),
};
