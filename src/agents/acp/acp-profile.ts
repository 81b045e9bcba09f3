import type { JsonObject } from "../../lib/index.ts";
import type { Agent } from "../agent.ts";
import type { AgentFile } from "../connection/agent-connection.ts";
import type { HostEnvironment } from "../host/host-environment.ts";
import type { AcpToolCall } from "./tool-calls.ts";
import type { DescribedTool } from "./tools.ts";
import type { UsageReader, UsageScope } from "./usage.ts";

/** What a run of one agent needs in addition to its connection. */
export interface AcpLaunch {
  readonly env?: Readonly<Record<string, string>>;
  /** Arguments after those of the profile. */
  readonly arguments?: readonly string[];
  readonly files?: readonly AgentFile[];
}

/** A question of an agent's hook. */
export interface HookQuestion {
  /** The agent's own name of the tool. */
  readonly nativeName: string;
  readonly input: JsonObject;
  /** The id of the call in the agent's own words; "" if the hook does not name it. */
  readonly id: string;
}

/** How the hook of an agent is understood. The agent runs it before each tool. */
export interface AcpHook {
  readonly read: (question: JsonObject) => HookQuestion;
  /** Whether the hook asks about this call. */
  readonly isAbout: (question: HookQuestion, call: AcpToolCall) => boolean;
}

/** The surroundings for which an agent is prepared. */
export interface AcpPlace {
  readonly host: HostEnvironment;
  /** The environment of the agent so far. */
  readonly env: Readonly<Record<string, string>>;
  /** The command line of the hook, for an agent that has one. */
  readonly hookCommand: string;
}

/** What the host of an agent has to know beyond the protocol. */
export interface AcpProfile {
  readonly agent: Agent;
  /** The arguments that make the program speak the protocol. */
  readonly arguments: readonly string[];
  /** Whether the agent, as it is launched here, asks before every tool. */
  readonly asksBeforeTools: boolean;
  /** Names a tool call in the words of the contract. `servers` are the names of the MCP servers of the run. */
  readonly describeTool: (call: AcpToolCall, servers: readonly string[]) => DescribedTool;
  readonly readUsage: UsageReader;
  /** What the figures of `readUsage` are about. The prompt alone unless given. */
  readonly usageScope?: UsageScope;
  /** For an agent that asks for some tools before it says their input. The question then waits for the input. */
  readonly saysInputAfterQuestion?: boolean;
  /**
   * For an agent that fails a tool if its question is answered by an option that it did not offer, and names the option to its
   * model in the failure. A denial then names its reason there, because no other answer has a place for it.
   */
  readonly showsUnknownOptions?: boolean;
  /**
   * For an agent that reports a failure as its last message and ends the turn as if all were well: finds the failure in the
   * first two pieces of that message.
   */
  readonly readFailure?: (pieces: readonly string[]) => string | undefined;
  /** Called before the agent starts and continues an earlier conversation. */
  readonly beforeResume?: (host: HostEnvironment, session: string) => Promise<void>;
  /** The method by which the agent takes the key of the gateway, if it has to be chosen. */
  readonly authentication?: string;
  /** The session mode in which the agent asks. The agent's own first mode unless given. */
  readonly mode?: string;
  /** For an agent that asks for some tools only by its hook. */
  readonly hook?: AcpHook;
  readonly prepare?: (place: AcpPlace) => AcpLaunch;
}
