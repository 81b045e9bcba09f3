import type { Agent } from "../../../src/agents/agent.ts";
import { sdk } from "../../../src/agents/connection/sdk.ts";

/** An agent that only a test knows. It speaks the Agent Client Protocol. */
export const toyAgent: Agent = {
  name: "toy",
  title: "Toy Agent",
  connection: {
    ...sdk,
    name: "toy",
    title: "Toy Agent",
    executables: ["toy"],
    package: "toy-agent",
    dialect: "openai",
    notes: ["It is a toy."],
  },
  installation: {
    package: "toy-agent",
    version: "1.0.0",
    executable: "toy",
    versionArguments: ["--version"],
  },
  transport: "ACP",
  capabilities: { streaming: { level: "native", evidence: "It says one piece of text." } },
  repositorySettings: { leftOut: [{ path: ".toy", holds: "settings of the toy" }], switchedOff: [] },
  leftOut: ["Everything: it is a toy."],
};
