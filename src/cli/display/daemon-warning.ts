import type { Terminal } from "../terminal/terminal.ts";

/** Prints failures of a daemon in this process that no caller gets to see. `--verbose` adds what failed. */
export function daemonWarning({
  verbose,
  say,
  colors,
}: Pick<Terminal, "verbose" | "say" | "colors">): (message: string, error: unknown) => void {
  return (message, error) => {
    const detail = verbose && error instanceof Error ? `: ${error.message}` : "";
    say(colors.yellow(`warning ${message}${detail}`));
  };
}
