import { randomBytes } from "node:crypto";
import { homedir } from "node:os";
import type { LogFile, LogSettings } from "../../telemetry/index.ts";
import { OUTPUT_END_EXIT, watchStandardStreams } from "./standard-streams.ts";

/** The file descriptor of standard error. */
const STANDARD_ERROR = 2;

/** The process around a command: streams, environment, clock, randomness and signals. Tests pass their own. */
export interface Host {
  readonly writeOut: (text: string) => void;
  readonly writeError: (text: string) => void;
  readonly readStdin: () => Promise<Uint8Array>;
  /** Asks on the terminal and gives the line that was typed. Absent unless standard input and error are terminals. */
  readonly ask?: (question: string) => Promise<string>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string;
  readonly now: () => Date;
  readonly random: (length: number) => Uint8Array;
  /** Whether standard output and standard error are terminals. */
  readonly isTerminal: { readonly out: boolean; readonly error: boolean };
  /** Opens a log on standard error. A reader that is too slow never blocks the process. */
  readonly openLog: (settings: LogSettings) => Promise<LogFile>;
  /** Aborted by SIGINT, SIGTERM, or the end of standard output. The reason is the signal's name, or an `OutputEnd`. */
  readonly signal: AbortSignal;
  /** Calls the listener for each SIGHUP, which no longer ends the process then. Returns a function that stops it. */
  readonly onHangup: (listener: () => void) => () => void;
}

/** The host of the running process. */
export function processHost(): Host {
  const signal = abortOnSignals();
  return {
    writeOut: (text) => void process.stdout.write(text),
    writeError: (text) => void process.stderr.write(text),
    readStdin,
    ...(process.stdin.isTTY === true && process.stderr.isTTY === true ? { ask: askUntil(signal) } : {}),
    env: process.env,
    cwd: process.cwd(),
    home: homedir(),
    now: () => new Date(),
    random: randomBytes,
    isTerminal: { out: process.stdout.isTTY === true, error: process.stderr.isTTY === true },
    openLog,
    signal,
    onHangup: (listener) => {
      process.on("SIGHUP", listener);
      return () => process.removeListener("SIGHUP", listener);
    },
  };
}

// Loaded on demand: most commands log nothing, and every command loads this file.
async function openLog(settings: LogSettings): Promise<LogFile> {
  const { openLogFile } = await import("../../telemetry/index.ts");
  return openLogFile(STANDARD_ERROR, settings);
}

async function readStdin(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function askUntil(signal: AbortSignal): (question: string) => Promise<string> {
  return async (question) => {
    const { createInterface } = await import("node:readline/promises");
    // The terminal itself edits the line, so that Ctrl+C stays a signal.
    const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
    try {
      // The end of the input is no answer, and would otherwise leave the question open.
      const ended = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
      return await Promise.race([lines.question(question, { signal }), ended]);
    } finally {
      lines.close();
    }
  };
}

// Each handler runs once, so that a second signal ends the process at once.
function abortOnSignals(): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => controller.abort(name));
  watchStandardStreams({ out: process.stdout, error: process.stderr }, (end) => {
    // The command may have returned its code already.
    process.exitCode = OUTPUT_END_EXIT[end];
    controller.abort(end);
  });
  return controller.signal;
}
