import type { Agent } from "../agent.ts";

const native = (evidence: string) => ({ level: "native", evidence }) as const;
const emulated = (evidence: string) => ({ level: "emulated", evidence }) as const;
const unsupported = (evidence: string) => ({ level: "unsupported", evidence }) as const;

/** What the loop does with a model. */
export const capabilities: Agent["capabilities"] = {
  streaming: native("Pieces of text and thinking are events while they arrive."),
  tool_read: native("Its tool `read`, with numbers of lines and ranges."),
  tool_write: native("Its tool `write`; the changed file is reported."),
  tool_edit: native("Its tool `edit`, which replaces an exact text; the changed file is reported."),
  tool_bash: native("Its tool `run`; the command and its exit code are reported."),
  tool_glob: native("Its tool `list`."),
  tool_grep: native("Its tool `search`, in linear time, without back-references and look-around."),
  tool_web_search: unsupported("It offers no search of the web."),
  tool_web_fetch: unsupported(
    "It offers no tool for this. Commands reach what the network of the run allows.",
  ),
  tool_ask_user: unsupported("A run has no user at hand."),
  hooks_pre_tool_use: native("Every tool is asked for; policy and approver answer."),
  hooks_post_tool_use: emulated("Each tool's result is an event of the run. Nothing can change it."),
  session_resume: native("The messages are kept in the private home, and sent again."),
  session_fork: native("A copy of the messages gets a session of its own."),
  checkpointing: unsupported("The stage of the run is the record."),
  structured_output_json_schema: {
    level: { restricted: { reason: "the engine's model must take a schema" } },
    evidence: "The schema goes out in the engine's own form. The backplane checks the answer against it.",
  },
  mcp_client: unsupported("An order that names MCP servers is refused before the model is asked."),
  mcp_server: unsupported("It serves no tools."),
  tool_use: native("Each tool is one call with its input, and one result."),
  extended_thinking: native("Thinking that the model shows comes in pieces as `ext.thinking`."),
  image_input: {
    level: { restricted: { reason: "the engine's model must take images" } },
    evidence: "Images of the work order are part of the first message.",
  },
  vision: {
    level: { restricted: { reason: "the engine's model must take images" } },
    evidence: "Images of the work order are part of the first message.",
  },
  pdf_input: unsupported("A work order carries no documents."),
};
