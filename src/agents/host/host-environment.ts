import { isAbsolute } from "node:path";
import type { Environment } from "../../config/index.ts";
import type { GatewayConnection } from "../connection/agent-connection.ts";

/** How the agent of a run reaches the gateway. `baseUrl` already names the run. */
export interface HostGateway extends Pick<GatewayConnection, "baseUrl" | "token" | "engine"> {
  /** The dialect of the engine that the agent's calls go to, if that is known. */
  readonly dialect?: string;
}

/** Where the agent of a run lives, and where it finds its models. */
export interface HostPlace {
  /** The private home of the run. It exists. */
  readonly home: string;
  /** Undefined if the agent uses its own account at its vendor. */
  readonly gateway: HostGateway | undefined;
}

/** What the backplane tells a host in its environment. */
export interface HostEnvironment extends HostPlace {
  /** The absolute path of the agent's executable. */
  readonly command: string;
  /** Arguments that the configuration gives; only hosts for any agent of a kind use them. */
  readonly arguments: readonly string[];
  /** Whether the agent's process stays between the orders of a conversation. */
  readonly keepsAgent: boolean;
}

/** Reads the variables of a host. Throws an Error that names the variable which is missing or wrong. */
export function readHostEnvironment(env: Environment): HostEnvironment {
  return {
    command: required(env, "ABP_AGENT_COMMAND"),
    arguments: readArguments(env["ABP_AGENT_ARGS"]),
    keepsAgent: env["ABP_AGENT_KEEP"] === "1",
    ...readHostPlace(env),
  };
}

/** Reads the variables of a host that starts no other program. Throws as `readHostEnvironment`. */
export function readHostPlace(env: Environment): HostPlace {
  return { home: absolute("ABP_AGENT_HOME", required(env, "ABP_AGENT_HOME")), gateway: readGateway(env) };
}

function readGateway(env: Environment): HostGateway | undefined {
  if (isBlank(env["ABP_GATEWAY_URL"])) return undefined;
  const { ABP_GATEWAY_ENGINE: engine, ABP_GATEWAY_DIALECT: dialect } = env;
  return {
    baseUrl: required(env, "ABP_GATEWAY_URL"),
    token: required(env, "ABP_GATEWAY_TOKEN"),
    ...(isBlank(engine) ? {} : { engine: engine as string }),
    ...(isBlank(dialect) ? {} : { dialect: dialect as string }),
  };
}

function readArguments(text: string | undefined): readonly string[] {
  if (isBlank(text)) return [];
  const value = parse(text as string);
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value;
  throw new Error("ABP_AGENT_ARGS is not a JSON list of texts");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function required(env: Environment, name: string): string {
  const value = env[name];
  if (!isBlank(value)) return value as string;
  throw new Error(`${name} is not set: this program is a host that the backplane starts`);
}

function absolute(name: string, path: string): string {
  if (isAbsolute(path)) return path;
  throw new Error(`${name} is ${JSON.stringify(path)}: it must be an absolute path`);
}

function isBlank(value: string | undefined): boolean {
  return value === undefined || value.trim() === "";
}
