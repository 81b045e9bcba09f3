import type { RepositorySettings } from "../repository-settings.ts";

/** The places of a repository that Gemini CLI executes or takes settings from. */
export const repositorySettings: RepositorySettings = {
  leftOut: [
    {
      path: ".gemini",
      documents: ["skills", "GEMINI.md", "AGENTS.md"],
      holds: "settings with hooks and MCP servers, commands, sub-agents, extensions, policies, variables",
      switchedOffBy: "a folder that is not trusted",
      failsIfHidden: true,
    },
  ],
  switchedOff: [{ path: ".env", holds: "variables", switchedOffBy: "`advanced.ignoreLocalEnv`" }],
};
