import type { RepositorySettings } from "../repository-settings.ts";

const UNTRUSTED = "a folder that is not trusted";

/** The places of a repository that Copilot CLI executes or takes settings from. Its hooks run in any folder. */
export const repositorySettings: RepositorySettings = {
  leftOut: [
    { path: ".github/hooks", holds: "hooks" },
    {
      path: ".github/copilot",
      holds: "settings with hooks, plugins and MCP servers",
      switchedOffBy: UNTRUSTED,
    },
    { path: ".github/mcp.json", holds: "MCP servers" },
    { path: ".github/lsp.json", holds: "language servers" },
    { path: ".github/extensions", holds: "extensions" },
    { path: ".github/agents", holds: "sub-agents with tools and MCP servers" },
    {
      path: ".github/allowed_models.txt",
      holds: "the models that it may use",
      switchedOffBy: "the key of the run, which calls its own models only",
      failsIfHidden: true,
    },
    { path: ".github/plugin", holds: "manifests of plugins" },
    { path: ".github/plugin.json", holds: "manifests of plugins" },
    {
      path: ".claude",
      documents: ["skills", "rules", "CLAUDE.md", "AGENTS.md"],
      holds: "settings with hooks, commands, sub-agents",
      switchedOffBy: UNTRUSTED,
    },
    { path: ".claude-plugin", holds: "manifests of plugins" },
    { path: ".plugin", holds: "manifests of plugins" },
    { path: ".copilot", holds: "settings, hooks and MCP servers" },
    { path: ".mcp.json", holds: "MCP servers", switchedOffBy: UNTRUSTED },
    { path: ".vscode/mcp.json", holds: "MCP servers" },
  ],
  switchedOff: [],
};
