import type { CheckRecord } from "../../contract/index.ts";
import { compileRedactor } from "../../lib/index.ts";
import type { Program, StartPlan, startProgram } from "../../process/index.ts";
import type { Sandbox } from "../../sandbox/index.ts";
import { StderrTail } from "../../sidecar/index.ts";
import { reasonOf } from "../ending/run-end.ts";

/** The bytes of output that the record holds. */
const TAIL_BYTES = 16 * 1024;
/** How long output may come after the command has ended, because another process may keep the pipe open. */
const DRAIN_MS = 500;

/** A command that checks the result of a run. */
export interface CheckRequest {
  /** A command line for `/bin/sh`. */
  readonly command: string;
  readonly timeoutMs: number;
  /** The directory that the agent worked in. */
  readonly root: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Marks its processes, so that a sweep finds them. */
  readonly mark: string;
  /** Opens the sandbox that it runs in; undefined if the agent had none. */
  readonly confine: ((program: CheckProgram) => Promise<Sandbox>) | undefined;
  /** The limits that the agent had. */
  readonly limits?: StartPlan["limits"] | undefined;
  /** Values that its output must not show. */
  readonly secrets: readonly string[];
  readonly startProgram: typeof startProgram;
  readonly signal: AbortSignal;
}

/** How the command is started. */
export type CheckProgram = Pick<StartPlan, "command" | "args" | "cwd">;

/** Whether a check says that the result is right. */
export function isPassed({ exit_code, timed_out }: CheckRecord): boolean {
  return exit_code === 0 && timed_out !== true;
}

/** Runs the command and ends everything that it started. Never rejects: a command that cannot be started has failed. */
export async function checkResult(request: CheckRequest): Promise<CheckRecord> {
  const startedAt = performance.now();
  const tail = new StderrTail(TAIL_BYTES, compileRedactor(request.secrets));
  const record = (end: Pick<CheckRecord, "exit_code" | "signal" | "timed_out">): CheckRecord => ({
    command: request.command,
    ...end,
    duration_ms: Math.round(performance.now() - startedAt),
    output_tail: tail.text(TAIL_BYTES),
  });
  let sandbox: Sandbox | undefined;
  try {
    const { root: cwd } = request;
    const program: CheckProgram = { command: "/bin/sh", args: ["-c", request.command], cwd };
    sandbox = await request.confine?.(program);
    const { environment: env, mark, limits } = request;
    const plan: StartPlan = { ...program, env, mark, ...(limits === undefined ? {} : { limits }) };
    const started = await request.startProgram(sandbox?.wrap(plan) ?? plan);
    return record(await watch(started, tail, request));
  } catch (error) {
    tail.push(Buffer.from(`the check cannot be started: ${reasonOf(error)}`));
    return record({ exit_code: null });
  } finally {
    await sandbox?.close();
  }
}

async function watch(
  program: Program,
  tail: StderrTail,
  { timeoutMs, signal }: CheckRequest,
): Promise<Pick<CheckRecord, "exit_code" | "signal" | "timed_out">> {
  const streams = [program.stdout, program.stderr];
  for (const stream of streams) {
    stream.on("data", (chunk: Buffer) => tail.push(chunk));
    stream.on("error", () => undefined);
  }
  program.stdin.on("error", () => undefined);
  program.stdin.end();
  let isLate = false;
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    void program.endTree();
  };
  const timer = setTimeout(() => {
    isLate = true;
    stop();
  }, timeoutMs);
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  try {
    const exit = await program.exit;
    await Promise.race([Promise.all(streams.map(ended)), after(DRAIN_MS)]);
    return {
      // A command that is ended before it runs leaves the code of its launcher, which says nothing of the result.
      exit_code: isStopped ? null : exit.code,
      ...(exit.signal === null ? {} : { signal: exit.signal }),
      ...(isLate ? { timed_out: true } : {}),
    };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    await program.endTree();
    for (const stream of streams) stream.destroy();
  }
}

function ended(stream: Program["stdout"]): Promise<void> {
  if (stream.readableEnded || stream.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    for (const event of ["end", "close", "error"]) stream.once(event, () => resolve());
  });
}

function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
}
