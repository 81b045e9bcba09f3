import type { ProgramEntry } from "../program-entry.ts";

/** A real agent, as `[backends.<name>]` describes it. */
export interface AgentEntry extends ProgramEntry {
  readonly type: "agent";
  /** The name of an agent that has a host, such as `claude`. */
  readonly agent: string;
  /** The agent's program: a name that is looked up in PATH, or an absolute path. Without it the installed one is found. */
  readonly command?: string | undefined;
  /** Arguments of the agent's program. Only hosts for any agent of a kind use them. */
  readonly args?: readonly string[] | undefined;
}
