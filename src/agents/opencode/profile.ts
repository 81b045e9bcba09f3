import type { AcpProfile } from "../acp/acp-profile.ts";
import { noUsage } from "../acp/usage.ts";
import { opencodeAgent } from "./agent.ts";
import { describeTool } from "./tools.ts";

/** A sub-agent's questions do not reach the client: it would wait for ever. */
const permission = { "*": "ask", task: "deny" };

/** How OpenCode is driven. */
export const opencodeProfile: AcpProfile = {
  agent: opencodeAgent,
  arguments: ["acp"],
  asksBeforeTools: true,
  describeTool,
  // The figures of its result are those of the last model call only.
  readUsage: noUsage,
  // It asks for a tool of an MCP server before it sends the arguments, and sends them without waiting for the answer.
  saysInputAfterQuestion: true,
  prepare: ({ env }) => ({
    env: {
      OPENCODE_CONFIG_CONTENT: withPermission(env["OPENCODE_CONFIG_CONTENT"]),
      OPENCODE_DISABLE_PROJECT_CONFIG: "1",
      OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
      OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
    },
  }),
};

function withPermission(text = "{}"): string {
  const config = JSON.parse(text);
  // Without it, the turn ends without a word as soon as a tool is denied.
  const experimental = { ...config.experimental, continue_loop_on_deny: true };
  return JSON.stringify({
    ...config,
    permission,
    experimental,
    lsp: false,
    formatter: false,
    snapshot: false,
  });
}
