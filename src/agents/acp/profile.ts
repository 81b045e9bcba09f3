import type { AcpProfile } from "./acp-profile.ts";
import { acpAgent } from "./agent.ts";
import { describeByKind } from "./tools.ts";
import { readResultUsage } from "./usage.ts";

/** How an agent is driven about which only its protocol is known. `ABP_AGENT_ARGS` makes it speak the protocol. */
export const acpProfile: AcpProfile = {
  agent: acpAgent,
  arguments: [],
  asksBeforeTools: true,
  describeTool: describeByKind,
  readUsage: readResultUsage,
  usageScope: "unknown",
};
