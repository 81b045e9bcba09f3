import pc from "picocolors";
import type { Host } from "./host.ts";

/** The flags that every command takes. */
export interface GlobalOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly color?: boolean;
  readonly config?: string;
}

/** The colours of one output, or none. */
export type Colors = ReturnType<typeof pc.createColors>;

/** What a command speaks through: data on standard output, talk on standard error. */
export interface Terminal {
  readonly host: Host;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** The configuration file that the caller named. */
  readonly configFile: string | undefined;
  readonly colors: Colors;
  /** Writes lines of data. */
  readonly out: (...lines: string[]) => void;
  /** Writes a value as JSON, on one line. */
  readonly outJson: (value: unknown) => void;
  /** Says something to the person; silent with --quiet. */
  readonly say: (...lines: string[]) => void;
}

/** The terminal of one command. */
export function openTerminal(host: Host, options: GlobalOptions): Terminal {
  const out = (...lines: string[]) => host.writeOut(lines.map((line) => `${line}\n`).join(""));
  // A script that asked for JSON reads errors from standard error: talk would stand in its way.
  const quiet = options.quiet === true || options.json === true;
  return {
    host,
    json: options.json === true,
    quiet,
    verbose: options.verbose === true,
    configFile: options.config,
    colors: pc.createColors(wantsColor(host, options)),
    out,
    outJson: (value) => out(JSON.stringify(value)),
    say: (...lines) => {
      if (!quiet) host.writeError(lines.map((line) => `${line}\n`).join(""));
    },
  };
}

/** Colours on a terminal, unless NO_COLOR or --no-color forbids them; FORCE_COLOR asks for them elsewhere. */
export function wantsColor(host: Host, options: GlobalOptions): boolean {
  if (options.color === false || options.json === true || (host.env["NO_COLOR"] ?? "") !== "") return false;
  const forced = host.env["FORCE_COLOR"] ?? "";
  return forced === "" ? host.isTerminal.out && host.env["TERM"] !== "dumb" : forced !== "0";
}
