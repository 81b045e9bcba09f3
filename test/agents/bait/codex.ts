import { type BaitedAgent, json, NOT_INSTALLED, pluginManifest, shellWords } from "./bait.ts";

const toml = (words: readonly string[]): string =>
  `[${words.map((word) => JSON.stringify(word)).join(", ")}]`;

export const codexBaits: BaitedAgent = {
  agent: "codex",
  arguments: (prompt, repository) => [
    ...["-c", `projects={${JSON.stringify(repository)}={trust_level="trusted"}}`],
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
