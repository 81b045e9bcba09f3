import { join, resolve } from "node:path";
import type { Environment } from "../../config/index.ts";
import type { WorkOrder } from "../../contract/index.ts";
import { agentLaunch } from "../host/agent-environment.ts";
import type { HostEnvironment } from "../host/host-environment.ts";
import type { AgentPlan } from "../host/keeping/agent-keeper.ts";
import { codexAgent } from "./agent.ts";
import { threadConfig } from "./app-server/thread-config.ts";
import { vendorArguments } from "./app-server/vendor-provider.ts";

/** How Codex is started for a conversation, and what the thread of the conversation gets. */
export interface CodexPlan extends AgentPlan {
  readonly settings: object;
}

/** How Codex is started in the private home of a run. Which thread it goes on with is left to the start. */
export function planCodex(order: WorkOrder, host: HostEnvironment, inherited: Environment): CodexPlan {
  const { model } = order.config;
  const launch = agentLaunch(codexAgent, host, inherited, model ?? undefined);
  const provider = host.gateway === undefined ? vendorArguments(launch.env) : launch.arguments;
  const cwd = resolve(order.workspace.root);
  return {
    command: host.command,
    args: [...provider, "app-server"],
    // Standard error becomes part of messages, which show no colours.
    env: { ...launch.env, CODEX_HOME: join(host.home, ".codex"), NO_COLOR: "1" },
    cwd,
    files: launch.files,
    settings: {
      cwd,
      // Every command and change is asked for. The sandbox around this process confines it; another one inside would fail.
      approvalPolicy: "untrusted",
      sandbox: "danger-full-access",
      config: threadConfig(cwd, order),
      ...(model === null || model === undefined ? {} : { model }),
    },
  };
}
