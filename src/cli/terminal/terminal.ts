import pc from "picocolors";
import type { Host } from "./host.ts";

/** The flags that every command takes. */
export interface GlobalOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly color?: boolean;
  readonly config?: string;
  readonly ignoreProjectConfig?: boolean;
}

/** Functions that colour text, or return it unchanged. */
export type Colors = ReturnType<typeof pc.createColors>;

/** The output of a command: data goes to standard output, messages for people go to standard error. */
export interface Terminal {
  readonly host: Host;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** The value of `--config`. */
  readonly configFile: string | undefined;
  /** Whether the project's file is left out: `--ignore-project-config`. */
  readonly ignoreProjectConfig: boolean;
  readonly colors: Colors;
  /** Whether lines on standard error may be redrawn in place. */
  readonly isLive: boolean;
  /** Writes lines of data. */
  readonly out: (...lines: string[]) => void;
  /** Writes a value as JSON, on one line. */
  readonly outJson: (value: unknown) => void;
  /** Writes messages for people to standard error. Silent with --quiet and --json. */
  readonly say: (...lines: string[]) => void;
}

export function openTerminal(host: Host, options: GlobalOptions): Terminal {
  const out = (...lines: string[]) => host.writeOut(lines.map((line) => `${line}\n`).join(""));
  // With --json a script reads errors from standard error, so nothing else may be written there.
  const quiet = options.quiet === true || options.json === true;
  return {
    host,
    json: options.json === true,
    quiet,
    verbose: options.verbose === true,
    configFile: options.config,
    ignoreProjectConfig: options.ignoreProjectConfig === true,
    colors: pc.createColors(wantsColor(host, options)),
    isLive: !quiet && canRedraw(host, options),
    out,
    outJson: (value) => out(JSON.stringify(value)),
    say: (...lines) => {
      if (!quiet) host.writeError(lines.map((line) => `${line}\n`).join(""));
    },
  };
}

/** Whether somebody can be asked: on a terminal, without --quiet and --json. */
export function isAttended<Given extends Pick<Terminal, "host" | "quiet">>(
  terminal: Given,
): terminal is Given & { readonly host: Required<Pick<Host, "ask">> } {
  return terminal.host.ask !== undefined && !terminal.quiet;
}

/** Whether to colour the output: on a terminal unless NO_COLOR or --no-color is set, elsewhere with FORCE_COLOR. */
export function wantsColor(host: Host, options: GlobalOptions): boolean {
  if (options.color === false || options.json === true || (host.env["NO_COLOR"] ?? "") !== "") return false;
  const forced = host.env["FORCE_COLOR"] ?? "";
  return forced === "" ? host.isTerminal.out && host.env["TERM"] !== "dumb" : forced !== "0";
}

/** Whether lines may be redrawn: on a terminal that understands it, unless NO_COLOR, --no-color or CI ask for plain lines. */
function canRedraw(host: Host, options: GlobalOptions): boolean {
  const isSet = (name: string) => (host.env[name] ?? "") !== "";
  if (options.color === false || isSet("NO_COLOR") || isSet("CI") || host.env["TERM"] === "dumb")
    return false;
  return host.isTerminal.error && host.columns() !== undefined;
}
