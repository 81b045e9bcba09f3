import type { Environment } from "../../config/index.ts";
import { AbpError } from "../../contract/index.ts";
import type { AgentConnection, AgentFile, GatewayConnection } from "./agent-connection.ts";

/** The changes to environment, arguments and files that make one program call the gateway. */
export interface Launch {
  readonly tool: AgentConnection;
  /** Variables to set. */
  readonly environment: Readonly<Record<string, string>>;
  /** Variables to remove. */
  readonly removed: readonly string[];
  /** Arguments to insert before the user's own. */
  readonly arguments: readonly string[];
  readonly files: readonly AgentFile[];
}

/** Throws `usage_invalid` when a program needs a model and has none. */
function requireModel(tool: AgentConnection, model: string | undefined): void {
  if (!tool.needsModel || model !== undefined) return;
  throw new AbpError("usage_invalid", `${tool.title} needs a model`, {
    where: "--model",
    advice: "Name the model to request from the engine, such as `--model claude-sonnet-5`.",
  });
}

/** Prepares to run a program through the gateway. Throws `usage_invalid` when the program needs a model and has none. */
export function prepareLaunch(tool: AgentConnection, connection: GatewayConnection): Launch {
  requireModel(tool, connection.model);
  return {
    tool,
    environment: { ...tool.environment(connection), ...directConnection(connection) },
    removed: tool.removed,
    arguments: tool.arguments?.(connection) ?? [],
    files: tool.files?.(connection) ?? [],
  };
}

/** Returns the program's whole environment. */
export function launchEnvironment(launch: Launch, inherited: Environment): Environment {
  const environment: Record<string, string | undefined> = { ...inherited };
  for (const name of launch.removed) delete environment[name];
  return { ...environment, ...launch.environment };
}

// A proxy cannot reach the loopback address of this machine, so calls to the gateway must bypass it.
function directConnection({ baseUrl, inherited }: GatewayConnection): Record<string, string> {
  const names = ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"];
  if (!names.some((name) => (inherited[name] ?? "") !== "")) return {};
  const before = inherited["NO_PROXY"] ?? inherited["no_proxy"] ?? "";
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, "");
  const hosts = before.split(",").map((one) => one.trim());
  if (hosts.includes(host) || hosts.includes("*")) return {};
  const value = [...hosts.filter((one) => one !== ""), host].join(",");
  return { NO_PROXY: value, no_proxy: value };
}
