import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { LineSplitter } from "../../lib/index.ts";
import { agentCommand, type Command } from "./agent-command.ts";
import { TextTail } from "./text-tail.ts";

const MAX_LINE_BYTES = 32 * 1024 * 1024;
const STDERR_TAIL_CHARACTERS = 2000;

/** An agent to start. Its environment is complete. */
export interface AgentStart extends Command {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Gets each line of standard output. The next line waits until its promise settles. An exception ends the agent. */
  readonly onLine: (line: string) => void | Promise<void>;
}

export interface AgentEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Why its output could not be read or handled to the end. */
  readonly fault: Error | undefined;
}

/** How long each step of an end is waited for, in milliseconds. */
export interface EndGraces {
  /** From the agent's own interrupt to SIGINT. */
  readonly interruptMs: number;
  /** From SIGINT to SIGKILL. */
  readonly signalMs: number;
}

/** Together less than the time that the backplane gives a host after a cancel. */
export const endGraces: EndGraces = { interruptMs: 2000, signalMs: 1500 };

/** How long output is read after the exit, while a process that the agent left keeps the pipe open. */
const DRAIN_MS = 1000;

/** An agent that runs, as the code that drives it sees it. */
export interface RunningAgent {
  /** Settles when the agent has ended and its output is handled. Never rejects. */
  readonly ended: Promise<AgentEnd>;
  /** The last lines of standard error, for the message of a failure. */
  readonly stderrTail: string;
  /** Writes one line. Resolves when the pipe takes more, or the agent has ended. */
  write(message: object): Promise<void>;
  /** Says that no more input comes, after a last text if it is given. */
  closeInput(last?: string): void;
  /** Ends the agent: by `interrupt` if it is given, then with SIGINT, then with SIGKILL. Resolves when it has ended. */
  end(interrupt?: () => unknown, graces?: EndGraces): Promise<AgentEnd>;
}

/** A running agent with pipes on its standard streams. Its standard error goes to ours, where the backplane keeps the tail. */
export class AgentProcess implements RunningAgent {
  readonly ended: Promise<AgentEnd>;
  readonly #child: ChildProcess;
  readonly #tail = new TextTail(STDERR_TAIL_CHARACTERS);

  /** Starts an agent. Rejects with an Error that says why it cannot be started. */
  static async start(start: AgentStart): Promise<AgentProcess> {
    const { command, args } = agentCommand(start.command, start.args);
    const child = spawn(command, args, { env: { ...start.env }, cwd: start.cwd, stdio: "pipe" });
    const agent = new AgentProcess(child, start.onLine);
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", (error) =>
        reject(new Error(`${start.command} cannot be started: ${error.message}`)),
      );
    });
    return agent;
  }

  private constructor(child: ChildProcess, onLine: AgentStart["onLine"]) {
    this.#child = child;
    (child.stderr as Readable).setEncoding("utf8").on("data", (text: string) => {
      this.#tail.add(text);
      process.stderr.write(text);
    });
    // An agent that closes its input breaks the pipe. Its exit says the rest.
    this.#stdin.on("error", () => undefined);
    const exit = new Promise<Pick<AgentEnd, "code" | "signal">>((resolve) => {
      child.once("exit", (code, signal) => resolve({ code, signal }));
      child.on("error", () => resolve({ code: null, signal: null }));
    });
    this.ended = this.#watch(exit, this.#read(onLine));
  }

  get stderrTail(): string {
    return this.#tail.text.trim();
  }

  async write(message: object): Promise<void> {
    if (!this.#stdin.writable) return;
    if (this.#stdin.write(`${JSON.stringify(message)}\n`)) return;
    await Promise.race([new Promise<void>((resolve) => this.#stdin.once("drain", resolve)), this.ended]);
  }

  closeInput(last?: string): void {
    this.#stdin.end(last);
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  async end(interrupt?: () => unknown, graces: EndGraces = endGraces): Promise<AgentEnd> {
    if (interrupt !== undefined) {
      interrupt();
      if (await this.#endsWithin(graces.interruptMs)) return this.ended;
    }
    this.signal("SIGINT");
    if (await this.#endsWithin(graces.signalMs)) return this.ended;
    this.signal("SIGKILL");
    return this.ended;
  }

  get #stdin(): Writable {
    return this.#child.stdin as Writable;
  }

  async #watch(
    exit: Promise<Pick<AgentEnd, "code" | "signal">>,
    read: Promise<Error | undefined>,
  ): Promise<AgentEnd> {
    const end = await exit;
    const { stdout, stderr } = this.#child as ChildProcessWithoutNullStreams;
    const timer = setTimeout(() => {
      stdout.destroy();
      stderr.destroy();
    }, DRAIN_MS);
    const [fault] = await Promise.all([read, finished(stderr).catch((error: unknown) => error)]);
    clearTimeout(timer);
    this.#stdin.destroy();
    return { ...end, fault };
  }

  /** Handles all lines. Returns the fault that ended the reading, and ends the agent then. */
  async #read(onLine: AgentStart["onLine"]): Promise<Error | undefined> {
    const splitter = new LineSplitter(MAX_LINE_BYTES);
    try {
      for await (const chunk of this.#child.stdout as Readable) {
        const { lines, fault } = splitter.push(chunk as Buffer);
        for (const line of lines) await onLine(line);
        if (fault !== undefined) throw new Error(`the agent wrote a line that cannot be read: ${fault}`);
      }
      const last = splitter.end();
      if (last !== undefined) await onLine(last);
      return undefined;
    } catch (error) {
      // The pipe was closed under a reader that waited for a process which the agent left.
      if ((error as NodeJS.ErrnoException).code === "ERR_STREAM_PREMATURE_CLOSE") return undefined;
      this.signal("SIGKILL");
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  async #endsWithin(milliseconds: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), milliseconds);
    });
    try {
      return await Promise.race([this.ended.then(() => true), late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
