/** A real agent, as `[backends.<name>]` describes it. */
export interface AgentEntry {
  readonly type: "agent";
  /** The name of an agent that has a host, such as `claude`. */
  readonly agent: string;
  /** The agent's program: a name that is looked up in PATH, or an absolute path. Without it the installed one is found. */
  readonly command?: string | undefined;
  /** Arguments of the agent's program. Only hosts for any agent of a kind use them. */
  readonly args?: readonly string[] | undefined;
  /** Names of our variables that the agent gets besides the usual ones. */
  readonly pass_env?: readonly string[] | undefined;
  /** Further variables, each as `NAME=value`. */
  readonly env?: readonly string[] | undefined;
  readonly memory_mb?: number | undefined;
  readonly processes?: number | undefined;
  /** Paths that the agent may read inside the sandbox. */
  readonly read_only?: readonly string[] | undefined;
  readonly timeout_secs?: number | undefined;
  readonly idle_timeout_secs?: number | undefined;
  readonly priority?: number | undefined;
}
