import { join } from "node:path";
import type { AcpProfile } from "../acp/acp-profile.ts";
import { readResultUsage } from "../acp/usage.ts";
import { copilotAgent } from "./agent.ts";
import { describeTool, hook } from "./tools.ts";

/** The time that it waits for a hook, in seconds. */
const HOOK_TIMEOUT_SECS = 600;

/** How Copilot CLI is driven. */
export const copilotProfile: AcpProfile = {
  agent: copilotAgent,
  arguments: ["--acp", "--no-auto-update", "--disable-builtin-mcps"],
  asksBeforeTools: true,
  describeTool,
  hook,
  readUsage: readResultUsage,
  usageScope: "process",
  readFailure,
  prepare: ({ host, hookCommand }) => ({
    env: { COPILOT_HOME: join(host.home, ".copilot") },
    files: [
      { path: join(host.home, ".copilot", "hooks", "ask.json"), content: JSON.stringify(hooks(hookCommand)) },
    ],
  }),
};

function hooks(command: string): object {
  return {
    version: 1,
    hooks: { preToolUse: [{ type: "command", bash: command, timeoutSec: HOOK_TIMEOUT_SECS }] },
  };
}

/** It writes the failure of a model call as a message of its own. A model's words come in several pieces. */
function readFailure(pieces: readonly string[]): string | undefined {
  const [first = ""] = pieces;
  return pieces.length === 1 && first.startsWith("Error: ") ? first.slice("Error: ".length) : undefined;
}
