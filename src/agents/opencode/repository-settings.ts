import type { RepositorySettings } from "../repository-settings.ts";

/** The places of a repository that OpenCode executes or takes settings from. `OPENCODE_DISABLE_PROJECT_CONFIG` does not cover all. */
export const repositorySettings: RepositorySettings = {
  leftOut: [
    {
      path: ".opencode",
      documents: ["skill", "skills", "AGENTS.md"],
      holds: "plugins, tools, commands, agents, modes, configuration, packages",
    },
    {
      path: "opencode.json",
      holds: "configuration with plugins, MCP servers, formatters and language servers",
    },
    {
      path: "opencode.jsonc",
      holds: "configuration with plugins, MCP servers, formatters and language servers",
    },
    { path: "tui.json", holds: "configuration of its terminal with plugins" },
    { path: "tui.jsonc", holds: "configuration of its terminal with plugins" },
  ],
  switchedOff: [],
};
