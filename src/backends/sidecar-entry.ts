import type { ProcessLimits } from "../process/index.ts";

/** A sidecar, as `[backends.<name>]` describes it. */
export interface SidecarEntry {
  readonly type: "sidecar";
  /** A name that is looked up in PATH, or a path. */
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  /** Names of our variables that the program gets besides the usual ones. */
  readonly pass_env?: readonly string[] | undefined;
  /** Further variables, each as `NAME=value`. */
  readonly env?: readonly string[] | undefined;
  /** The lines on standard output that are no JSON and are skipped. */
  readonly lenient_lines?: number | undefined;
  readonly memory_mb?: number | undefined;
  readonly processes?: number | undefined;
  /** Paths that the program may read inside the sandbox. */
  readonly read_only?: readonly string[] | undefined;
  readonly timeout_secs?: number | undefined;
  readonly idle_timeout_secs?: number | undefined;
  readonly dialect?: string | undefined;
  readonly priority?: number | undefined;
}

const MEBIBYTE = 1024 * 1024;

/** The limits that an entry sets. */
export function limitsOf({
  memory_mb,
  processes,
}: Pick<SidecarEntry, "memory_mb" | "processes">): ProcessLimits {
  return {
    ...(memory_mb === undefined ? {} : { memoryBytes: memory_mb * MEBIBYTE }),
    ...(processes === undefined ? {} : { processes }),
  };
}

/** Reads `NAME=value`. An entry without an equals sign is an empty variable. */
export function readVariables(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf("=");
      return at === -1 ? [line, ""] : [line.slice(0, at), line.slice(at + 1)];
    }),
  );
}
