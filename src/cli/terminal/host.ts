import { randomBytes } from "node:crypto";
import { homedir } from "node:os";

/** The world around a command: everything that is not an argument. Tests pass their own. */
export interface Host {
  readonly writeOut: (text: string) => void;
  readonly writeError: (text: string) => void;
  readonly readStdin: () => Promise<Uint8Array>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string;
  readonly now: () => Date;
  readonly random: (length: number) => Uint8Array;
  /** Whether a person sees what goes to standard output and standard error. */
  readonly isTerminal: { readonly out: boolean; readonly error: boolean };
  /** Aborted by SIGINT or SIGTERM; the reason is the signal's name. */
  readonly signal: AbortSignal;
}

/** The host that a real process gives. */
export function processHost(): Host {
  return {
    writeOut: (text) => void process.stdout.write(text),
    writeError: (text) => void process.stderr.write(text),
    readStdin,
    env: process.env,
    cwd: process.cwd(),
    home: homedir(),
    now: () => new Date(),
    random: randomBytes,
    isTerminal: { out: process.stdout.isTTY === true, error: process.stderr.isTTY === true },
    signal: abortOnSignals(),
  };
}

async function readStdin(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

// A second signal ends the process at once: the first handler removes itself.
function abortOnSignals(): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => controller.abort(name));
  return controller.signal;
}
