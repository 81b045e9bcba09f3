import { packageFile } from "../../lib/package-file.ts";
import type { AcpProfile } from "../acp/acp-profile.ts";
import { hookOfNamedCalls } from "../acp/hook/named-call.ts";
import { noUsage } from "../acp/usage.ts";
import { opencodeAgent } from "./agent.ts";
import { describeTool } from "./tools.ts";

/** A sub-agent's questions do not reach the client: it would wait for ever. */
const permission = { "*": "ask", task: "deny" };

/**
 * The answer to a question of OpenCode has no place for a reason, and the model reads that the user rejected the tool. The plugin
 * asks before OpenCode does, and its reason becomes the result of the tool. Without the plugin, OpenCode still asks.
 */
const PLUGIN = packageFile("hosts/hooks/opencode.js").href;

/** How OpenCode is driven. */
export const opencodeProfile: AcpProfile = {
  agent: opencodeAgent,
  arguments: ["acp"],
  asksBeforeTools: true,
  describeTool,
  hook: hookOfNamedCalls,
  // The figures of its result are those of the last model call only.
  readUsage: noUsage,
  // It asks for a tool of an MCP server before it sends the arguments, and sends them without waiting for the answer.
  saysInputAfterQuestion: true,
  prepare: ({ env, hookCommand }) => ({
    env: {
      OPENCODE_CONFIG_CONTENT: ownConfig(env["OPENCODE_CONFIG_CONTENT"], hookCommand),
      OPENCODE_DISABLE_PROJECT_CONFIG: "1",
      OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
      OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
    },
  }),
};

function ownConfig(text = "{}", command: string): string {
  const config = JSON.parse(text);
  // Without it, the turn ends without a word as soon as a tool is denied.
  const experimental = { ...config.experimental, continue_loop_on_deny: true };
  return JSON.stringify({
    ...config,
    plugin: [[PLUGIN, { command }]],
    permission,
    experimental,
    lsp: false,
    formatter: false,
    snapshot: false,
  });
}
