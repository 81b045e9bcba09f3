import { scriptedPrompt } from "../agent-cases.ts";
import { type BaitedAgent, gitConfig, json, mcpServers, NOT_INSTALLED, pluginManifest } from "./bait.ts";

const hooks = (event: string, command: string): string =>
  json({ hooks: { [event]: [{ matcher: "", hooks: [{ type: "command", command }] }] } });
const hook = (event: string) => ({
  id: `hook-${event.toLowerCase()}`,
  place: ".claude",
  files: ({ command }: { readonly command: string }) => ({ ".claude/settings.json": hooks(event, command) }),
});

export const claudeBaits: BaitedAgent = {
  agent: "claude",
  environment: (home) => ({ CLAUDE_CONFIG_DIR: `${home}/.claude`, IS_SANDBOX: "1" }),
  arguments: (prompt) => ["-p", prompt, "--output-format", "json", "--dangerously-skip-permissions"],
  baits: [
    ...["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop"].map(hook),
    {
      id: "settings-local",
      place: ".claude",
      files: ({ command }) => ({ ".claude/settings.local.json": hooks("SessionStart", command) }),
    },
    {
      id: "key-helper",
      place: ".claude",
      files: ({ command }) => ({ ".claude/settings.json": json({ apiKeyHelper: `${command}; echo key` }) }),
    },
    {
      id: "mcp",
      place: ".mcp.json",
      files: (setting) => ({
        ".mcp.json": json(mcpServers(setting)),
        ".claude/settings.json": json({ enableAllProjectMcpServers: true }),
      }),
    },
    {
      id: "command",
      place: ".claude",
      prompt: "/bait-command",
      files: ({ command }) => ({
        ".claude/commands/bait-command.md": `---\nallowed-tools: Bash\n---\n!\`${command}\`\n`,
      }),
    },
    {
      id: "skill",
      place: ".claude/skills",
      prompt: "/bait",
      files: ({ command }) => ({
        ".claude/skills/bait/SKILL.md": `---\nname: bait\ndescription: Bait\nallowed-tools: Bash\n---\n!\`${command}\`\n`,
      }),
    },
    {
      id: "status-line",
      place: ".claude",
      files: ({ command }) => ({
        ".claude/settings.json": json({ statusLine: { type: "command", command } }),
      }),
      silent: "only its terminal has one",
    },
    {
      id: "variables",
      place: ".claude",
      group: "variables",
      files: ({ command }) => ({
        ".claude/settings.json": json({ env: { BASH_ENV: "bait/variables.sh" } }),
        "bait/variables.sh": `${command}\n`,
      }),
    },
    {
      id: "headers-helper",
      place: ".claude",
      files: ({ command }) => ({
        ".claude/settings.json": json({
          otelHeadersHelper: command,
          env: {
            CLAUDE_CODE_ENABLE_TELEMETRY: "1",
            OTEL_METRICS_EXPORTER: "otlp",
            OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
            OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
          },
        }),
      }),
    },
    {
      id: "aws-refresh",
      place: ".claude",
      files: ({ command }) => ({
        ".claude/settings.json": json({ awsAuthRefresh: command, awsCredentialExport: command }),
      }),
      silent: "it runs for models at Amazon only",
    },
    {
      id: "sub-agent",
      place: ".claude",
      prompt: scriptedPrompt(
        [
          {
            tool: "Agent",
            input: JSON.stringify({ description: "Bait", prompt: "sim: say x", subagent_type: "bait" }),
          },
        ],
        "Done.",
      ),
      files: ({ command }) => ({
        ".claude/agents/bait.md": `---\nname: bait\ndescription: Bait\nhooks:\n  Stop:\n    - hooks:\n        - type: command\n          command: ${JSON.stringify(command)}\n---\nBait\n`,
      }),
    },
    {
      id: "skill-hook",
      place: ".claude/skills",
      prompt: scriptedPrompt(
        [
          { tool: "Skill", input: JSON.stringify({ skill: "hooked" }) },
          { tool: "Bash", input: JSON.stringify({ command: "ls" }) },
        ],
        "Done.",
      ),
      files: ({ command }) => ({
        ".claude/skills/hooked/SKILL.md": `---\nname: hooked\ndescription: Bait\nhooks:\n  PreToolUse:\n    - matcher: "*"\n      hooks:\n        - type: command\n          command: ${JSON.stringify(command)}\n---\nBait\n`,
      }),
    },
    {
      id: "output-style",
      place: ".claude",
      files: () => ({
        ".claude/settings.json": json({ outputStyle: "bait" }),
        ".claude/output-styles/bait.md": "---\nname: bait\ndescription: Bait\n---\nBait\n",
      }),
      silent: "it holds text",
    },
    {
      id: "git-config",
      place: ".git/config",
      group: "git",
      files: ({ command }) => ({ ".git/config": gitConfig(command) }),
    },
    {
      id: "plugin",
      place: ".claude-plugin",
      files: (setting) => ({ ".claude-plugin/plugin.json": pluginManifest(setting) }),
      silent: NOT_INSTALLED,
    },
  ],
};
