import { join } from "node:path";
import type { AcpProfile } from "../acp/acp-profile.ts";
import { geminiAgent } from "./agent.ts";
import { setAsideSession } from "./session-files.ts";
import { describeTool } from "./tools.ts";
import { readUsage } from "./usage.ts";

/** Makes it ask for every tool; by itself it asks only for those that change something. */
const POLICY = '[[rule]]\ntoolName = "*"\ndecision = "ask_user"\npriority = 999\n';

/** How Gemini CLI is driven. */
export const geminiProfile: AcpProfile = {
  agent: geminiAgent,
  arguments: ["--acp"],
  asksBeforeTools: true,
  describeTool,
  readUsage,
  authentication: "gemini-api-key",
  mode: "default",
  beforeResume: ({ home }, session) => setAsideSession(join(home, ".abp"), session),
  prepare: ({ host }) => {
    const path = join(host.home, ".abp", "policy.toml");
    return { arguments: ["--policy", path], files: [{ path, content: POLICY }] };
  },
};
