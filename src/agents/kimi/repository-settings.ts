import type { RepositorySettings } from "../repository-settings.ts";

const UNTRUSTED = "a workspace that is not trusted";

/** The places of a repository that Kimi Code executes or takes settings from. */
export const repositorySettings: RepositorySettings = {
  leftOut: [
    {
      path: ".kimi-code",
      documents: ["skills", "AGENTS.md"],
      holds: "MCP servers, further directories, sub-agents",
      switchedOffBy: UNTRUSTED,
    },
    { path: ".kimi", documents: ["skills", "AGENTS.md"], holds: "settings of its earlier versions" },
    { path: ".kimi-plugin", holds: "manifests of plugins" },
    { path: ".mcp.json", holds: "MCP servers", switchedOffBy: UNTRUSTED },
    { path: ".agents/agents", holds: "sub-agents" },
  ],
  switchedOff: [],
};
