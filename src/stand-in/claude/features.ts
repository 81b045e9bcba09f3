import type { Features } from "../feature.ts";

/** Everything that a program can ask of Claude Code by its flags and its control protocol. */
export const claudeFeatures = {
  messages: {
    title: "Messages as JSON lines",
    how: "native",
    words: "`system`, `assistant`, `user` and `result` lines are made from the events of the run.",
  },
  partial_messages: {
    title: "Partial messages",
    how: "native",
    words: "Pieces of text and thinking come as `stream_event` lines.",
    needs: "streaming",
  },
  streaming_input: {
    title: "Several turns in one process",
    how: "emulated",
    words: "Each message of the user is a run of its own, which continues the run before it.",
    needs: "session_resume",
  },
  steering: {
    title: "A message while a turn runs",
    how: "emulated",
    words:
      "A message with the priority `now` reaches the running agent if it takes one. Others are the next turn.",
  },
  permission_callback: {
    title: "`canUseTool`",
    how: "native",
    words:
      "The callback is asked before the tool runs. A denial reaches the agent, and its message is the result of the tool; Gemini CLI gives it to its model inside an error about an unknown option, because its protocol has no other place for a reason.",
    needs: "hooks_pre_tool_use",
  },
  updated_input: {
    title: "`updatedInput` of a permission or a hook",
    how: "refused",
    words: "No backend takes another input for a tool: the tool is denied, and the agent learns why.",
  },
  permission_modes: {
    title: "Permission modes",
    how: "emulated",
    words:
      "`default`, `acceptEdits`, `plan`, `dontAsk` and `bypassPermissions` decide here, before the callback is asked. With `plan` the sandbox makes the directory read-only, and L3 is needed.",
    needs: "hooks_pre_tool_use",
  },
  auto_mode: {
    title: "The permission mode `auto`",
    how: "disclosed",
    words:
      "The permission mode `auto` needs a classifier of the vendor: tools are asked for as in `default`.",
  },
  permission_rules: {
    title: "`allowedTools`, `disallowedTools` and `tools`",
    how: "emulated",
    words: "Names of tools are rules of the run's policy.",
    needs: "hooks_pre_tool_use",
  },
  scoped_rules: {
    title: "Rules with a pattern, such as `Bash(git:*)`",
    how: "emulated",
    words:
      "Patterns for commands, paths, domains, sub-agents and skills decide as Claude Code's own, on each part of a command. So do the `permissions` of `--settings`.",
    needs: "hooks_pre_tool_use",
  },
  scoped_allow: {
    title: "Allow rules with any other pattern",
    how: "disclosed",
    words:
      "Allow rules with a pattern that has no meaning for their tool are not read: such a tool is asked for instead.",
  },
  scoped_deny: {
    title: "Deny and ask rules with any other pattern",
    how: "refused",
    words:
      "Deny and ask rules with a pattern that has no meaning for their tool cannot be enforced here. Deny the whole tool, or decide in `canUseTool`.",
  },
  permission_tool: {
    title: "A permission tool of an MCP server",
    how: "refused",
    words: "Permissions cannot be asked of an MCP tool here. Use the `canUseTool` callback.",
  },
  pre_tool_hooks: {
    title: "`PreToolUse` hooks",
    how: "native",
    words: "The callbacks are called before the tool runs, and their decisions hold.",
    needs: "hooks_pre_tool_use",
  },
  other_hooks: {
    title: "Other hooks",
    how: "disclosed",
    words: "Only `PreToolUse` hooks are called; hooks of other events never are.",
  },
  interrupt: { title: "`interrupt`", how: "native", words: "The run is cancelled, and the session goes on." },
  resume: {
    title: "`resume` and `continue`",
    how: "native",
    words: "A session id leads to its last run, whose conversation goes on.",
    needs: "session_resume",
  },
  fork: {
    title: "`forkSession`",
    how: "native",
    words: "The conversation goes on in a copy with a session id of its own.",
    needs: "session_fork",
  },
  resume_at: {
    title: "`resumeSessionAt`",
    how: "refused",
    words: "A conversation can only be continued at its end.",
  },
  structured_output: {
    title: "`outputFormat` with a JSON Schema",
    how: "native",
    words: "The schema is part of the work order, and the answer is `structured_output` of the result.",
    needs: "structured_output_json_schema",
  },
  mcp_servers: {
    title: "MCP servers (stdio, http)",
    how: "native",
    words: "They are part of the work order, and the backend's agent uses them.",
    needs: "mcp_client",
  },
  mcp_sdk_servers: {
    title: "MCP servers in the program (`createSdkMcpServer`)",
    how: "emulated",
    words: "The agent starts a small program that passes the calls on to your program.",
    needs: "mcp_client",
  },
  mcp_sdk_text: {
    title: "MCP servers in the program, with `--input-format text`",
    how: "refused",
    words: "An MCP server of type sdk answers by control messages, which need `--input-format stream-json`.",
  },
  mcp_sse_servers: {
    title: "MCP servers of type sse",
    how: "refused",
    words: "MCP servers of type sse are not supported. Use http or stdio.",
  },
  images: {
    title: "Images in messages",
    how: "native",
    words: "Images in base64 are part of the work order.",
    needs: "image_input",
  },
  other_content: {
    title: "Documents and image addresses in messages",
    how: "refused",
    words: "A message may contain text and images in base64 only.",
  },
  model: {
    title: "`model`",
    how: "native",
    words: "It is the model of the work order; ABP_MODEL overrides it.",
  },
  limits: {
    title: "`maxTurns` and `maxBudgetUsd`",
    how: "native",
    words: "They are limits of the run, and end it with the vendor's own result.",
  },
  system_prompt: {
    title: "`systemPrompt` and its `append`",
    how: "emulated",
    words: "The text is given along with the task, as instructions; the agent keeps its own system prompt.",
  },
  model_settings: {
    title: "Thinking, effort, betas and the fallback model",
    how: "disclosed",
    words:
      "Thinking, effort, betas, task budget and fallback model are settings of Claude models and have no effect.",
  },
  agents: {
    title: "`agents` and `agent`",
    how: "disclosed",
    words: "Definitions of sub-agents are not given to the backend.",
  },
  settings: {
    title: "Settings, plugins, skills and channels",
    how: "disclosed",
    words:
      "Settings, plugins, skills and channels of Claude Code are not read, except the `permissions` of `--settings`.",
  },
  managed_settings: {
    title: "Managed settings",
    how: "refused",
    words: "Managed settings cannot be enforced here. Put the rules into a policy of the backplane.",
  },
  directories: {
    title: "`additionalDirectories`",
    how: "disclosed",
    words: "The agent works in the working directory only; additional directories are not added.",
  },
  control_requests: {
    title: "Other control requests, such as `rewind_files`",
    how: "refused",
    words: "The request gets an error answer, and the session goes on.",
  },
  diagnostics: {
    title: "Debug flags, hook events and session mirrors",
    how: "disclosed",
    words: "Debug files, hook events and session mirrors are not written.",
  },
} as const satisfies Features;

export type ClaudeFeature = keyof typeof claudeFeatures;
