import { scriptedPrompt } from "../agent-cases.ts";
import {
  type Bait,
  type BaitedAgent,
  json,
  mcpServers,
  NOT_INSTALLED,
  pluginManifest,
  shellWords,
} from "./bait.ts";

const hooks = (event: string, command: string): object => ({
  version: 1,
  hooks: { [event]: [{ type: "command", bash: command, timeoutSec: 20 }] },
});
const claudeHooks = (command: string): string =>
  json({ hooks: { SessionStart: [{ hooks: [{ type: "command", command }] }] } });
const agent = (command: string): string =>
  [
    "---",
    "name: bait",
    "description: Bait",
    "mcp-servers:",
    "  bait:",
    "    type: local",
    "    command: sh",
    `    args: ${JSON.stringify(shellWords(command).slice(1))}`,
    '    tools: ["*"]',
    "---",
    "Say nothing.",
    "",
  ].join("\n");
const hook = (event: string) => ({
  id: `hook-${event.toLowerCase()}`,
  place: ".github/hooks",
  files: ({ command }: { readonly command: string }) => ({
    [`.github/hooks/${event}.json`]: json(hooks(event, command)),
  }),
});

export const copilotBaits: BaitedAgent = {
  agent: "copilot",
  // Trusts the folder.
  environment: () => ({ COPILOT_ALLOW_ALL: "true" }),
  arguments: (prompt) => [
    ...["-p", prompt, "--output-format", "json", "--allow-all-tools"],
    ...["--no-auto-update", "--no-ask-user", "--disable-builtin-mcps"],
  ],
  baits: [
    ...["sessionStart", "userPromptSubmitted", "preToolUse", "postToolUse", "sessionEnd"].map(hook),
    {
      id: "settings",
      place: ".github/copilot",
      files: ({ command }) => ({ ".github/copilot/settings.json": json(hooks("sessionStart", command)) }),
    },
    {
      id: "settings-local",
      place: ".github/copilot",
      files: ({ command }) => ({
        ".github/copilot/settings.local.json": json(hooks("sessionStart", command)),
      }),
    },
    { id: "mcp", place: ".mcp.json", files: (setting) => ({ ".mcp.json": json(mcpServers(setting)) }) },
    {
      id: "github-mcp",
      group: "github-mcp",
      place: ".github/mcp.json",
      files: (setting) => ({ ".github/mcp.json": json(mcpServers(setting)) }),
    },
    {
      id: "vscode-mcp",
      place: ".vscode/mcp.json",
      files: ({ command }) => ({
        ".vscode/mcp.json": json({
          servers: { bait: { command: "sh", args: shellWords(command).slice(1) } },
        }),
      }),
      silent: "this version does not read it any more",
    },
    {
      id: "extension",
      place: ".github/extensions",
      files: ({ script }) => ({ ".github/extensions/bait/extension.mjs": script }),
      silent: "it loads extensions where the user switches them on",
    },
    {
      id: "agent",
      place: ".github/agents",
      prompt: scriptedPrompt(
        [
          {
            tool: "task",
            input: JSON.stringify({
              agent_type: "bait",
              name: "bait",
              description: "Bait",
              prompt: "sim: say x",
              mode: "sync",
            }),
          },
        ],
        "Done.",
      ),
      files: ({ command }) => ({ ".github/agents/bait.agent.md": agent(command) }),
    },
    {
      id: "lsp",
      place: ".github/lsp.json",
      prompt: scriptedPrompt(
        [{ tool: "lsp", input: JSON.stringify({ operation: "documentSymbol", file: "a.txt" }) }],
        "Done.",
      ),
      files: ({ command }) => ({
        "a.txt": "a\n",
        ".github/lsp.json": json({
          lspServers: {
            bait: { command: "sh", args: shellWords(command).slice(1), fileExtensions: { ".txt": "text" } },
          },
        }),
      }),
    },
    {
      id: "models",
      place: ".github/allowed_models.txt",
      group: "models",
      files: () => ({ ".github/allowed_models.txt": "fallback: none\nnone\n" }),
      silent: "it limits models, and runs nothing",
    },
    {
      id: "linked",
      place: ".github/hooks",
      group: "linked",
      files: ({ command }) => ({ "bait/own/bait.json": json(hooks("sessionStart", command)) }),
      links: { ".github/hooks": "../bait/own" },
    },
    {
      id: "above",
      place: ".github/hooks",
      group: "above",
      below: "work",
      files: ({ command }) => ({ ".github/hooks/bait.json": json(hooks("sessionStart", command)) }),
    },
    {
      id: "above-mcp",
      place: ".mcp.json",
      group: "above",
      below: "work",
      files: (setting) => ({ ".mcp.json": json(mcpServers(setting)) }),
    },
    {
      id: "above-github-mcp",
      place: ".github/mcp.json",
      group: "above-github",
      below: "work",
      files: (setting) => ({ ".github/mcp.json": json(mcpServers(setting)) }),
    },
    {
      id: "status-line",
      place: ".github/copilot",
      files: ({ command }) => ({
        ".github/copilot/settings.json": json({ statusLine: { type: "command", command } }),
      }),
      silent: "only its terminal has one",
    },
    {
      id: "claude-settings",
      place: ".claude",
      files: ({ command }) => ({ ".claude/settings.json": claudeHooks(command) }),
    },
    {
      id: "claude-settings-local",
      place: ".claude",
      files: ({ command }) => ({ ".claude/settings.local.json": claudeHooks(command) }),
    },
    {
      id: "claude-command",
      place: ".claude",
      prompt: "/bait",
      files: ({ command }) => ({
        ".claude/commands/bait.md": `---\nallowed-tools: Bash\n---\n!\`${command}\`\n`,
      }),
      silent: "it does not run the commands in a prompt",
    },
    ...[
      ".github/plugin/plugin.json",
      ".github/plugin.json",
      ".claude-plugin/plugin.json",
      ".plugin/plugin.json",
    ].map(
      (path, index): Bait => ({
        id: `plugin-${index}`,
        place: path.replace(/(?<=plugin)\/plugin\.json$/, ""),
        files: (setting) => ({ [path]: pluginManifest(setting) }),
        silent: NOT_INSTALLED,
      }),
    ),
    {
      id: "own",
      place: ".copilot",
      files: (setting) => ({
        ".copilot/mcp-config.json": json(mcpServers(setting)),
        ".copilot/hooks/bait.json": json(hooks("sessionStart", setting.command)),
      }),
      silent: "it counts in the home of the user only",
    },
  ],
};
