import type { JsonObject } from "../../lib/index.ts";
import { readAgentLine } from "../host/agent-line.ts";
import type { AgentEnd, AgentStart, RunningAgent } from "../host/agent-process.ts";
import type { KeepableAgent } from "../host/keeping/agent-keeper.ts";
import { ControlChannel } from "./control-protocol/control-channel.ts";
import type { Totals } from "./result/usage.ts";

/** How long Claude Code may take to answer while it has nothing to do. */
const ANSWER_LIMIT_MS = 10_000;

/** What an order does with what Claude Code sends. */
export interface ClaudeListener {
  /** Handles one line that does not belong to the control protocol. */
  readonly onLine: (line: JsonObject, characters: number) => Promise<void>;
  readonly canUseTool: (request: JsonObject, line: JsonObject) => Promise<object>;
  readonly preToolUse: (input: JsonObject) => object;
}

/** Between two orders nobody can allow a tool, and nobody reads what is written. */
const noOrder: ClaudeListener = {
  onLine: async () => undefined,
  canUseTool: async () => ({ behavior: "deny", message: "no order is under way" }),
  preToolUse: () => ({
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: "no order is under way",
    },
  }),
};

export interface ClaudeStart {
  readonly start: (onLine: AgentStart["onLine"]) => Promise<RunningAgent>;
  /** What its conversation had used before. */
  readonly usedBefore: Totals;
}

/** A process of Claude Code with its one conversation, for one order after another. */
export class ClaudeProcess implements KeepableAgent {
  /** Settles when the process has ended and its output is handled. */
  readonly ended: Promise<AgentEnd>;
  readonly #agent: RunningAgent;
  readonly #channel: ControlChannel;
  #listener = noOrder;
  #session: string | undefined;
  #usedBefore: Totals;
  #isOpen = false;
  #isIdle = false;
  #hasEnded = false;

  /** Starts Claude Code. Rejects with an Error that says why it cannot be started. */
  static async start({ start, usedBefore }: ClaudeStart): Promise<ClaudeProcess> {
    let receive: AgentStart["onLine"] = () => undefined;
    const agent = await start((line) => receive(line));
    const claude = new ClaudeProcess(agent, usedBefore);
    receive = (line) => claude.#receive(line);
    return claude;
  }

  private constructor(agent: RunningAgent, usedBefore: Totals) {
    this.#agent = agent;
    this.#usedBefore = usedBefore;
    this.#channel = new ControlChannel({
      send: (message) => agent.write(message),
      canUseTool: (request, line) => this.#listener.canUseTool(request, line),
      preToolUse: (input) => this.#listener.preToolUse(input),
    });
    this.ended = agent.ended.then((end) => {
      this.#hasEnded = true;
      this.#channel.close(new Error("Claude Code has ended"));
      return end;
    });
  }

  /** Claude Code's name of the conversation. */
  get session(): string | undefined {
    return this.#session;
  }

  /** What the conversation had used before the order. */
  get usedBefore(): Totals {
    return this.#usedBefore;
  }

  get isIdle(): boolean {
    return this.#isIdle && !this.#hasEnded;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Whether it has had an order before. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  get stderrTail(): string {
    return this.#agent.stderrTail;
  }

  /**
   * Gets ready for an order. A new process opens the conversation; one that was kept says that it still answers, and what it
   * wrote until then is dropped. Rejects if it does not, and if it ends.
   */
  async take(listener: ClaudeListener, outputSchema: object | undefined): Promise<void> {
    this.#isIdle = false;
    if (this.#isOpen) {
      await this.settle();
      this.#listener = listener;
    } else {
      this.#isOpen = true;
      this.#listener = listener;
      await this.#channel.initialize(outputSchema);
    }
  }

  /** Resolves when everything that Claude Code has written so far is handled. Rejects if it does not answer in time. */
  settle(): Promise<void> {
    return this.#channel.settle(ANSWER_LIMIT_MS);
  }

  /** Stays for another order. `used` is what the conversation has used so far. */
  leave(used: Totals): void {
    this.#listener = noOrder;
    this.#usedBefore = used;
    this.#isIdle = true;
  }

  write(message: object): Promise<void> {
    return this.#agent.write(message);
  }

  /** Says that no more messages come, after which Claude Code ends by itself. */
  closeInput(): void {
    this.#agent.closeInput();
  }

  /** Interrupts the turn, and ends the process. */
  interrupt(): Promise<AgentEnd> {
    return this.#agent.end(() => this.#channel.interrupt());
  }

  /** Ends the process by signals. */
  stop(): Promise<AgentEnd> {
    return this.#agent.end();
  }

  async end(): Promise<AgentEnd> {
    if (!this.#hasEnded) await this.#agent.end(() => this.#agent.closeInput());
    return this.ended;
  }

  async #receive(text: string): Promise<void> {
    const line = readAgentLine(text);
    if (line === undefined) {
      if (text.trim() !== "") process.stderr.write(`${text}\n`);
      return;
    }
    if (this.#channel.isControl(line)) return this.#channel.receive(line);
    const { session_id: session } = line;
    if (typeof session === "string" && session !== "") this.#session = session;
    await this.#listener.onLine(line, text.length);
  }
}
