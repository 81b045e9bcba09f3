import { join } from "node:path";
import type { AcpProfile } from "../acp/acp-profile.ts";
import { hookOfNamedCalls } from "../acp/hook/named-call.ts";
import { noUsage } from "../acp/usage.ts";
import { kimiAgent } from "./agent.ts";
import { describeTool } from "./tools.ts";

/** The longest time that it waits for a hook, in seconds. After it, the tool runs; the hook denies before that. */
const HOOK_TIMEOUT_SECS = 600;

/** How Kimi Code is driven. */
export const kimiProfile: AcpProfile = {
  agent: kimiAgent,
  arguments: ["acp"],
  asksBeforeTools: true,
  describeTool,
  hook: hookOfNamedCalls,
  // It only tells how full the context is.
  readUsage: noUsage,
  mode: "default",
  prepare: ({ host, hookCommand }) => {
    const home = join(host.home, ".kimi-code");
    return {
      env: { KIMI_CODE_HOME: home, KIMI_DISABLE_TELEMETRY: "1", KIMI_CODE_NO_AUTO_UPDATE: "1" },
      files: [{ path: join(home, "config.toml"), content: config(hookCommand) }],
    };
  },
};

function config(command: string): string {
  return `[[hooks]]\nevent = "PreToolUse"\ncommand = ${JSON.stringify(command)}\ntimeout = ${HOOK_TIMEOUT_SECS}\n`;
}
