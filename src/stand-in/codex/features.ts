import type { Features } from "../feature.ts";

/** Everything that a program can ask of `codex exec` by its flags and settings. */
export const codexFeatures = {
  events: {
    title: "Thread events as JSON lines",
    how: "native",
    words: "`thread.*`, `turn.*` and `item.*` lines are made from the events of the run.",
  },
  items: {
    title: "Items: messages, reasoning, commands, file changes, MCP calls, web searches, plans",
    how: "native",
    words: "Each has the item of Codex.",
  },
  other_tools: {
    title: "Items for tools that Codex does not have, such as Read",
    how: "emulated",
    words: "They are shown as calls of an MCP server that has the name of the backend.",
  },
  resume: {
    title: "`resumeThread`",
    how: "native",
    words: "A thread id leads to its last run, whose conversation goes on.",
    needs: "session_resume",
  },
  structured_output: {
    title: "`outputSchema`",
    how: "native",
    words: "The schema is part of the work order, and the last message is the answer as JSON.",
    needs: "structured_output_json_schema",
  },
  images: {
    title: "Local images",
    how: "native",
    words: "Their content is part of the work order.",
    needs: "image_input",
  },
  mcp_servers: {
    title: "`mcp_servers` of the configuration",
    how: "native",
    words: "They are part of the work order, and the backend's agent uses them.",
    needs: "mcp_client",
  },
  model: {
    title: "`model`",
    how: "native",
    words: "It is the model of the work order; ABP_MODEL overrides it.",
  },
  directory: {
    title: "`workingDirectory`",
    how: "native",
    words: "The agent works in this directory itself.",
  },
  cancel: {
    title: "An `AbortSignal`",
    how: "native",
    words: "The run is cancelled when the process is asked to end.",
  },
  read_only: {
    title: "The sandbox mode `read-only`",
    how: "native",
    words:
      "The working directory is mounted read-only, and the tools that write are denied. Needs L3: below it the run is refused.",
  },
  workspace_write: {
    title: "The sandbox mode `workspace-write`",
    how: "native",
    words: "The sandbox of the run shows the working directory for writing, and little else.",
  },
  full_access: {
    title: "The sandbox mode `danger-full-access`",
    how: "disclosed",
    words: "The sandbox of the backplane stays: the agent writes in the working directory only.",
  },
  network: {
    title: "`networkAccessEnabled`",
    how: "disclosed",
    words: "Network access follows the policy of the backplane, not `network_access`.",
  },
  web_search: {
    title: "`webSearchMode`",
    how: "emulated",
    words: "`disabled` denies the tool WebSearch; other modes leave it to the backend's agent.",
  },
  approval_policy: {
    title: "`approvalPolicy`",
    how: "native",
    words: "`codex exec` asks nobody: a tool that the policy does not allow is denied.",
  },
  model_settings: {
    title: "Reasoning effort, base URL and model provider",
    how: "disclosed",
    words:
      "Reasoning effort, base URL, model provider and API key have no effect: models come from the gateway.",
  },
  directories: {
    title: "`additionalDirectories`",
    how: "disclosed",
    words: "The agent works in the working directory only; additional directories are not added.",
  },
  other_settings: {
    title: "Other settings (`--config`, `--profile`, `--enable`)",
    how: "disclosed",
    words: "Settings of Codex that have no meaning for other agents are not read.",
  },
} as const satisfies Features;

export type CodexFeature = keyof typeof codexFeatures;
