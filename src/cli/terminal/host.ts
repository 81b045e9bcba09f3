import { randomBytes } from "node:crypto";
import { homedir } from "node:os";
import type { LogFile, LogSettings } from "../../telemetry/index.ts";
import { columnsOf } from "./columns.ts";
import { watchParent } from "./parent-watch.ts";
import { askOnTerminal } from "./question.ts";
import { RepeatedSignals } from "./repeated-signals.ts";
import { OUTPUT_END_EXIT, watchStandardStreams, writableAgain } from "./standard-streams.ts";
import { watchTerminal } from "./terminal-watch.ts";
import { isInForeground, TypedLines } from "./typed-lines.ts";

/** The file descriptor of standard error. */
const STANDARD_ERROR = 2;

/** The process around a command: streams, environment, clock, randomness and signals. Tests pass their own. */
export interface Host {
  readonly writeOut: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** Undefined while standard output takes more data; else a promise that resolves when it does again, or when it ended. */
  readonly drained: () => Promise<void> | undefined;
  readonly readStdin: () => Promise<Uint8Array>;
  /**
   * Asks on the terminal and gives the line that was typed. Rejects when `signal` aborts. Absent unless standard input and
   * error are terminals.
   */
  readonly ask?: (question: string, signal?: AbortSignal) => Promise<string>;
  /**
   * Calls the listener for each line that is typed while no question is open, until the returned function is called. Absent as `ask`
   * is, and in the background.
   */
  readonly onLine?: (listener: (line: string) => void) => () => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string;
  readonly now: () => Date;
  readonly random: (length: number) => Uint8Array;
  /** Whether standard output and standard error are terminals. */
  readonly isTerminal: { readonly out: boolean; readonly error: boolean };
  /** The columns of the terminal behind standard error; undefined if it is not a terminal. */
  readonly columns: () => number | undefined;
  /** Opens a log on standard error. A reader that is too slow never blocks the process. */
  readonly openLog: (settings: LogSettings) => Promise<LogFile>;
  /** Aborted by SIGINT, SIGTERM, SIGHUP, SIGQUIT, or the end of standard output. The reason is the signal's name, or an `OutputEnd`. */
  readonly signal: AbortSignal;
  /**
   * Calls the listener for each such signal after `signal` has aborted. Without a listener, the same signal again ends
   * the process. Returns a function that stops it.
   */
  readonly onRepeatedSignal: (listener: (name: NodeJS.Signals) => void) => () => void;
  /**
   * Calls the listener for each SIGHUP, which no longer ends the process then, unless its terminal was closed. Returns a function that
   * stops it.
   */
  readonly onHangup: (listener: () => void) => () => void;
}

/** The host of a program that another one drives. It ends like after SIGHUP when that one is gone. */
export function drivenHost(): Host {
  const controller = new AbortController();
  watchParent(() => controller.abort("SIGHUP"));
  return processHost(controller);
}

/** The host of the running process. */
export function processHost(controller = new AbortController()): Host {
  const { signal } = controller;
  const repeated = new RepeatedSignals(process, controller, watchTerminal());
  abortOnOutputEnd(controller);
  return {
    writeOut: (text) => void process.stdout.write(text),
    writeError: (text) => void process.stderr.write(text),
    drained: () => writableAgain(process.stdout, signal),
    readStdin,
    ...(process.stdin.isTTY === true && process.stderr.isTTY === true ? terminalInput(signal) : {}),
    env: process.env,
    cwd: process.cwd(),
    home: readHome(),
    now: () => new Date(),
    random: randomBytes,
    isTerminal: { out: process.stdout.isTTY === true, error: process.stderr.isTTY === true },
    columns: () => columnsOf(process.stderr),
    openLog,
    signal,
    onRepeatedSignal: (listener) => repeated.listen(listener),
    onHangup: (listener) => repeated.listenToHangups(listener),
  };
}

function terminalInput(signal: AbortSignal): Pick<Host, "ask" | "onLine"> {
  const lines = new TypedLines(process.stdin);
  return {
    ask: (question, until) => lines.during(() => askOnTerminal(question, anyOf(signal, until))),
    ...(isInForeground() ? { onLine: (listener) => lines.listen(listener) } : {}),
  };
}

// Checked where paths are made of it, so that commands which need none still run.
function readHome(): string {
  try {
    return homedir();
  } catch {
    return "";
  }
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

function anyOf(first: AbortSignal, second: AbortSignal | undefined): AbortSignal {
  return second === undefined ? first : AbortSignal.any([first, second]);
}

function abortOnOutputEnd(controller: AbortController): void {
  watchStandardStreams({ out: process.stdout, error: process.stderr }, (end) => {
    // The command may have returned its code already.
    process.exitCode = OUTPUT_END_EXIT[end];
    controller.abort(end);
  });
}
