import type { Capability, SupportLevel } from "../contract/index.ts";
import type { AgentConnection } from "./connection/agent-connection.ts";
import type { ModelFacts } from "./model-facts.ts";
import type { RepositorySettings } from "./repository-settings.ts";

/** A capability of an agent through its host, and where that is shown. */
export interface EvidencedCapability {
  readonly level: SupportLevel;
  /** One sentence for a reader: what the host does with the agent, or why it cannot. */
  readonly evidence: string;
}

/** How an agent is installed from a package registry. */
export interface AgentInstallation {
  /** The npm package and its pinned version. */
  readonly package: string;
  readonly version: string;
  /** The name of its executable. */
  readonly executable: string;
  /** A script of the package that puts a native program into place, relative to the package. No other script is run. */
  readonly script?: string;
  /** The arguments that print its version. */
  readonly versionArguments: readonly string[];
}

/** One real agent: data about it. The program that drives it is in `host.ts` beside it, and loaded by the host only. */
export interface Agent {
  readonly name: string;
  readonly title: string;
  readonly connection: AgentConnection;
  /** Undefined if any program of the kind can be driven, so that the configuration names it. */
  readonly installation: AgentInstallation | undefined;
  /** Whether its host is the agent itself, so that no other program is started. */
  readonly isBuiltIn?: boolean;
  /** How the host speaks with it, such as `ACP` or `app-server`. */
  readonly transport: string;
  /** A complete list: the host does not offer a capability that is missing here. */
  readonly capabilities: Readonly<Partial<Record<Capability, EvidencedCapability>>>;
  /** What a repository under work could make it execute or obey. */
  readonly repositorySettings: RepositorySettings;
  /**
   * Beginnings of paths in the private home that hold conversations; a directory ends with a slash. A run that continues another
   * one gets these and nothing else, so that no tool can leave settings for it. Undefined if the program is not known: it
   * gets everything.
   */
  readonly sessionFiles?: readonly string[];
  /** Reads what the agent's own account of its usage says of each model; for an agent that says something. */
  readonly readModelFacts?: (usageRaw: unknown) => Readonly<Record<string, ModelFacts>>;
  /** What the private home of a run leaves out, one sentence each. */
  readonly leftOut: readonly string[];
}
