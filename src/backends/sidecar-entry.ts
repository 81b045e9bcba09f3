import type { ProgramEntry } from "./program-entry.ts";

/** A sidecar, as `[backends.<name>]` describes it. */
export interface SidecarEntry extends ProgramEntry {
  readonly type: "sidecar";
  /** A name that is looked up in PATH, or a path. */
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  /** The lines on standard output that are no JSON and are skipped. */
  readonly lenient_lines?: number | undefined;
  readonly dialect?: string | undefined;
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
