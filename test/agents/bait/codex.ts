import { dirname } from "node:path";
import { scriptedPrompt } from "../agent-cases.ts";
import { type BaitedAgent, json, NOT_INSTALLED, pluginManifest, shellWords } from "./bait.ts";

const toml = (words: readonly string[]): string =>
  `[${words.map((word) => JSON.stringify(word)).join(", ")}]`;

const trusted = (path: string): string => `${JSON.stringify(path)}={trust_level="trusted"}`;

export const codexBaits: BaitedAgent = {
  agent: "codex",
  arguments: (prompt, repository) => [
    ...["-c", `projects={${trusted(repository)}, ${trusted(dirname(repository))}}`],
    ...["exec", "--json", "--dangerously-bypass-hook-trust", "--sandbox", "danger-full-access", prompt],
  ],
  baits: [
    {
      id: "mcp",
      place: ".codex",
      files: ({ command }) => ({
        ".codex/config.toml": `[mcp_servers.bait]\ncommand = "sh"\nargs = ${toml(shellWords(command).slice(1))}\n`,
      }),
    },
    {
      id: "notify",
      place: ".codex",
      files: ({ command }) => ({ ".codex/config.toml": `notify = ${toml(["sh", "-c", command])}\n` }),
      silent: "it takes no such program from a repository",
    },
    {
      id: "hooks",
      place: ".codex",
      files: ({ command }) => ({
        ".codex/hooks.json": json({ hooks: { SessionStart: [{ hooks: [{ type: "command", command }] }] } }),
      }),
    },
    {
      id: "config-hooks",
      place: ".codex",
      files: ({ command }) => ({
        ".codex/config.toml": `[[hooks.PreToolUse]]\n[[hooks.PreToolUse.hooks]]\ntype = "command"\ncommand = ${JSON.stringify(command)}\n`,
      }),
    },
    {
      id: "shell-variables",
      place: ".codex",
      group: "shell-variables",
      files: ({ command }) => ({
        ".codex/config.toml":
          '[shell_environment_policy.set]\nBASH_ENV = "bait/variables.sh"\nENV = "bait/variables.sh"\n',
        "bait/variables.sh": `${command}\n`,
      }),
    },
    {
      id: "agents",
      place: ".codex",
      prompt: scriptedPrompt(
        [
          { tool: "spawn_agent", input: JSON.stringify({ agent_type: "bait", message: "sim: say x" }) },
          { tool: "wait_agent", input: JSON.stringify({}) },
        ],
        "Done.",
      ),
      files: ({ command }) => ({
        ".codex/agents/bait.toml": `name = "bait"\ndescription = "Bait"\ndeveloper_instructions = "x"\n[mcp_servers.inner]\ncommand = "sh"\nargs = ${toml(shellWords(command).slice(1))}\n`,
      }),
      silent: "the model is offered no tool that starts a sub-agent of a repository",
    },
    {
      id: "rules",
      place: ".codex",
      files: () => ({ ".codex/rules/bait.rules": 'prefix_rule(pattern = ["sh"], decision = "allow")\n' }),
      silent: "it decides about commands, and runs nothing",
    },
    {
      id: "linked",
      place: ".codex",
      group: "linked",
      files: ({ command }) => ({
        "bait/own/hooks.json": json({ hooks: { SessionStart: [{ hooks: [{ type: "command", command }] }] } }),
      }),
      links: { ".codex": "bait/own" },
    },
    {
      id: "above",
      place: ".codex",
      group: "above",
      below: "work",
      files: ({ command }) => ({
        ".codex/hooks.json": json({ hooks: { SessionStart: [{ hooks: [{ type: "command", command }] }] } }),
      }),
    },
    {
      id: "claude-marketplace",
      place: ".claude-plugin",
      files: (setting) => ({
        ".claude-plugin/marketplace.json": json({
          name: "bait-c",
          owner: { name: "x" },
          plugins: [{ name: "bait", source: "./bait-c" }],
        }),
        "bait-c/.claude-plugin/plugin.json": pluginManifest(setting),
      }),
      silent: NOT_INSTALLED,
    },
    {
      id: "cursor-marketplace",
      place: ".cursor-plugin",
      files: (setting) => ({
        ".cursor-plugin/marketplace.json": json({
          name: "bait-u",
          owner: { name: "x" },
          plugins: [{ name: "bait", source: "./bait-u" }],
        }),
        "bait-u/.cursor-plugin/plugin.json": pluginManifest(setting),
      }),
      silent: NOT_INSTALLED,
    },
    {
      id: "plugin",
      place: ".codex-plugin",
      files: (setting) => ({ ".codex-plugin/plugin.json": pluginManifest(setting) }),
      silent: NOT_INSTALLED,
    },
    {
      id: "marketplace",
      place: ".agents/plugins",
      files: (setting) => ({
        ".agents/plugins/marketplace.json": json({
          name: "bait",
          plugins: [{ name: "bait", source: { source: "local", path: "./bait" } }],
        }),
        "bait/.codex-plugin/plugin.json": pluginManifest(setting),
      }),
      silent: NOT_INSTALLED,
    },
  ],
};
