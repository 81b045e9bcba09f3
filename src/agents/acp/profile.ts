import type { Agent } from "../agent.ts";
import type { AgentFile } from "../connection/agent-connection.ts";
import type { HostEnvironment } from "../host/host-environment.ts";
import type { AcpToolCall } from "./tool-calls.ts";
import type { DescribedTool } from "./tools.ts";
import type { UsageReader } from "./usage.ts";

/** What a run of one agent needs in addition to its connection. */
export interface AcpLaunch {
  readonly env?: Readonly<Record<string, string>>;
  /** Arguments after those of the profile. */
  readonly arguments?: readonly string[];
  readonly files?: readonly AgentFile[];
}

/** What the host of an agent has to know beyond the protocol. */
export interface AcpProfile {
  readonly agent: Agent;
  /** The arguments that make the program speak the protocol. */
  readonly arguments: readonly string[];
  /** Whether the agent, as it is launched here, asks before every tool. */
  readonly asksBeforeTools: boolean;
  /** Names a tool call in the words of the contract. */
  readonly describeTool: (call: AcpToolCall) => DescribedTool;
  readonly readUsage: UsageReader;
  /** The method by which the agent takes the key of the gateway, where it has to be chosen. */
  readonly authentication?: string;
  /** The session mode in which the agent asks. The agent's own first mode unless given. */
  readonly mode?: string;
  /** Gets the environment of the agent so far. */
  readonly prepare?: (host: HostEnvironment, env: Readonly<Record<string, string>>) => AcpLaunch;
}
