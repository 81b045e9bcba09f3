import type { Environment } from "../../config/index.ts";
import { AbpError } from "../../contract/index.ts";
import type { AgentFile, AgentTool, Pointing } from "./agent-tool.ts";

/** Everything that points one program at the gateway. */
export interface Launch {
  readonly tool: AgentTool;
  /** The variables to set. */
  readonly environment: Readonly<Record<string, string>>;
  /** The variables to remove. */
  readonly removed: readonly string[];
  /** What comes first among the program's arguments. */
  readonly arguments: readonly string[];
  readonly files: readonly AgentFile[];
}

/** Refuses to start a program that must be told a model without one. */
export function requireModel(tool: AgentTool, model: string | undefined): void {
  if (!tool.needsModel || model !== undefined) return;
  throw new AbpError("usage_invalid", `${tool.title} must be told a model`, {
    where: "--model",
    advice: "Name the model that the engine is to be asked for, such as `--model claude-sonnet-5`.",
  });
}

/** What it takes to point a program at the gateway. */
export function prepareLaunch(tool: AgentTool, pointing: Pointing): Launch {
  requireModel(tool, pointing.model);
  return {
    tool,
    environment: { ...tool.environment(pointing), ...directConnection(pointing) },
    removed: tool.removed,
    arguments: tool.arguments?.(pointing) ?? [],
    files: tool.files?.(pointing) ?? [],
  };
}

/** The whole environment of the program. */
export function launchEnvironment(launch: Launch, inherited: Environment): Environment {
  const environment: Record<string, string | undefined> = { ...inherited };
  for (const name of launch.removed) delete environment[name];
  return { ...environment, ...launch.environment };
}

// A proxy for the network at large cannot reach this machine's loopback address.
function directConnection({ baseUrl, inherited }: Pointing): Record<string, string> {
  const names = ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"];
  if (!names.some((name) => (inherited[name] ?? "") !== "")) return {};
  const before = inherited["NO_PROXY"] ?? inherited["no_proxy"] ?? "";
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, "");
  const hosts = before.split(",").map((one) => one.trim());
  if (hosts.includes(host) || hosts.includes("*")) return {};
  const value = [...hosts.filter((one) => one !== ""), host].join(",");
  return { NO_PROXY: value, no_proxy: value };
}
