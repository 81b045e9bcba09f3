import type { CommandSpec } from "../command.ts";

/** `abp agents`. */
export const agentCommands: readonly CommandSpec[] = [
  {
    path: ["agents", "list"],
    summary: "List the agents that work orders can run on, where they are, and how to install them",
    examples: [
      ["abp agents list", "versions, transports and places; starts none of them"],
      ["abp agents list --json", "with capabilities, evidence and what a private home leaves out"],
    ],
    load: async () => (await import("../actions/agents/list.ts")).agentsList,
  },
  {
    path: ["agents", "install"],
    summary: "Install agents from the package registry that npm is configured with",
    arguments: [{ name: "agent", description: "names of agents, such as codex", variadic: true }],
    examples: [
      ["abp agents install codex", "the version that this release is tested with"],
      ["abp agents install claude gemini", "two of them; what is in place stays"],
    ],
    load: async () => (await import("../actions/agents/install.ts")).agentsInstall,
  },
];
