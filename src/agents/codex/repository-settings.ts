import type { RepositorySettings } from "../repository-settings.ts";

const UNTRUSTED = '`projects.<path>.trust_level="untrusted"`';

/** The places of a repository that Codex executes or takes settings from. */
export const repositorySettings: RepositorySettings = {
  leftOut: [
    {
      path: ".codex",
      documents: ["skills", "AGENTS.md"],
      holds: "configuration with MCP servers and programs to notify, hooks, rules, sub-agents",
      switchedOffBy: UNTRUSTED,
      failsIfHidden: true,
    },
    { path: ".codex-plugin", holds: "manifests of plugins", switchedOffBy: "`features.plugins=false`" },
    {
      path: ".claude-plugin",
      holds: "lists and manifests of plugins",
      switchedOffBy: "`features.plugins=false`",
    },
    {
      path: ".cursor-plugin",
      holds: "lists and manifests of plugins",
      switchedOffBy: "`features.plugins=false`",
    },
    { path: ".agents/plugins", holds: "lists of plugins", switchedOffBy: "`features.plugins=false`" },
  ],
  switchedOff: [],
};
