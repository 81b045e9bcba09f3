import type { RepositorySettings } from "../repository-settings.ts";

const SOURCES = '`--setting-sources ""`';

/** The places of a repository that Claude Code executes or takes settings from. */
export const repositorySettings: RepositorySettings = {
  leftOut: [
    {
      path: ".claude",
      documents: ["skills", "rules", "CLAUDE.md", "AGENTS.md"],
      holds:
        "settings with hooks and variables, commands, sub-agents, output styles, workflows, scheduled tasks",
      switchedOffBy: SOURCES,
    },
    {
      path: ".git/config",
      holds: "programs that git starts: Claude Code asks git for the state of the files",
    },
    { path: ".mcp.json", holds: "MCP servers", switchedOffBy: "`--strict-mcp-config`" },
    { path: ".claude-plugin", holds: "manifests of plugins", switchedOffBy: SOURCES },
  ],
  switchedOff: [{ path: ".claude/skills", holds: "hooks and commands in skills", switchedOffBy: SOURCES }],
};
