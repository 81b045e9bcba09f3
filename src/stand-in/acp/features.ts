import type { Features } from "../feature.ts";

/** Everything that an editor can ask of an agent by the Agent Client Protocol. */
export const acpFeatures = {
  session_new: {
    title: "`session/new`",
    how: "native",
    words: "A session is a conversation in one directory.",
  },
  session_load: {
    title: "`session/load`",
    how: "native",
    words: "The conversation is repeated from the receipts of its runs, and goes on.",
    needs: "session_resume",
  },
  session_resume: {
    title: "`session/resume`",
    how: "native",
    words: "The conversation goes on without being repeated.",
    needs: "session_resume",
  },
  session_list: { title: "`session/list`", how: "refused", words: "The method is not offered." },
  prompt: {
    title: "`session/prompt`",
    how: "native",
    words: "Each prompt is a run, which continues the run before it.",
  },
  next_prompt: {
    title: "A second prompt in a session",
    how: "emulated",
    words: "It is a run of its own, which continues the run before it.",
    needs: "session_resume",
  },
  images: {
    title: "Images in prompts",
    how: "native",
    words: "They are part of the work order.",
    needs: "image_input",
  },
  embedded_context: {
    title: "Embedded text and links to files",
    how: "native",
    words: "Embedded texts go along with the prompt; a link is named in it.",
  },
  audio: {
    title: "Audio in prompts",
    how: "refused",
    words: "Audio is not offered; a prompt with it gets an error.",
  },
  updates: {
    title: "Updates: messages, thoughts, tool calls, plans",
    how: "native",
    words: "They are made from the events of the run.",
  },
  permissions: {
    title: "`session/request_permission`",
    how: "native",
    words: "The editor is asked before a tool runs, and its answer holds.",
    needs: "hooks_pre_tool_use",
  },
  modes: {
    title: "Modes",
    how: "emulated",
    words:
      "`ask`, `accept-edits`, `read-only` and `auto` decide which tools the editor is asked for. In `read-only`, the directory is also mounted read-only.",
    needs: "hooks_pre_tool_use",
  },
  cancel: {
    title: "`session/cancel`",
    how: "native",
    words: "The run is cancelled; the prompt ends as cancelled.",
  },
  mcp_servers: {
    title: "MCP servers of the editor (stdio, http)",
    how: "native",
    words: "They are part of the work order.",
    needs: "mcp_client",
  },
  files_and_terminals: {
    title: "Files and terminals of the editor",
    how: "disclosed",
    words: "They are not used: the agent reads and writes the directory itself, in its sandbox.",
  },
} as const satisfies Features;
