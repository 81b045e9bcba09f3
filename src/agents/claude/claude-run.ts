import { randomUUID } from "node:crypto";
import type { JsonObject } from "../../lib/index.ts";
import type { RunContext, RunResult } from "../../sidecar/index.ts";
import type { AgentEnd } from "../host/agent-process.ts";
import { EventWriter } from "../host/event-writer.ts";
import { OrderNotTaken } from "../host/keeping/agent-keeper.ts";
import type { ClaudeListener, ClaudeProcess } from "./claude-process.ts";
import { ToolPermission } from "./control-protocol/tool-permission.ts";
import { orderContent, userMessage } from "./launch/user-message.ts";
import { MessageReader } from "./messages/message-reader.ts";
import { SubAgents } from "./messages/sub-agents.ts";
import { ToolEffects } from "./messages/tool-effects.ts";
import { ToolUses } from "./messages/tool-uses.ts";
import { judgeRun } from "./result/run-result.ts";
import { sumModels, type UsageBasis, usageOfRun } from "./result/usage.ts";

/** Claude Code takes up to 5 seconds to end the commands that it left in the background. */
const MAX_EXIT_WAIT_MS = 15_000;

/** What a run needs besides its context. */
export interface ClaudeSetting extends Pick<UsageBasis, "hasVendorPrices"> {
  readonly claude: ClaudeProcess;
  /** Whether the process stays for another order. */
  readonly keepsAgent: boolean;
  readonly exitWaitMs?: number;
}

/** One work order on Claude Code: from its first message to the last result, and to the exit of a process that does not stay. */
export class ClaudeRun {
  readonly #context: RunContext;
  readonly #setting: ClaudeSetting;
  readonly #claude: ClaudeProcess;
  readonly #usageBasis: UsageBasis;
  readonly #writer: EventWriter;
  readonly #subAgents = new SubAgents();
  readonly #listener: ClaudeListener;
  /** Messages of the user that Claude Code has not taken up yet. */
  readonly #waiting = new Set<string>();
  /** Resolves when the turn is over and the process can stay. */
  readonly #idle = Promise.withResolvers<undefined>();
  #firstMessage = "";
  #lastResult: JsonObject | undefined;
  #exitTimer: NodeJS.Timeout | undefined;
  /** Why the conversation could not be opened. */
  #startFault: Error | undefined;
  /** Whether Claude Code has the order. A kept process has it when it has said anything about it. */
  #hasBegun = false;
  /** Whether no message of the user is taken any more. */
  #isOver = false;
  #wasEnded = false;

  constructor(context: RunContext, setting: ClaudeSetting) {
    this.#context = context;
    this.#setting = setting;
    this.#claude = setting.claude;
    this.#usageBasis = { before: setting.claude.usedBefore, hasVendorPrices: setting.hasVendorPrices };
    this.#writer = new EventWriter(context);
    const uses = new ToolUses();
    const [writer, subAgents] = [this.#writer, this.#subAgents];
    const permission = new ToolPermission({ askTool: context.askTool, writer, uses, subAgents });
    const reader = new MessageReader({
      writer,
      uses,
      subAgents,
      effects: new ToolEffects(writer),
      onResult: (result) => this.#takeResult(result),
      onTaken: (id) => void this.#waiting.delete(id),
    });
    this.#listener = {
      onLine: (line, characters) => {
        this.#begin();
        return reader.read(line, characters);
      },
      canUseTool: (request, line) => {
        this.#begin();
        return permission.decide(request, line);
      },
      preToolUse: (input) => permission.hookAnswer(input),
    };
  }

  /**
   * Runs the order. Rejects if Claude Code fails or ends without a result, and with OrderNotTaken if a process that was kept has
   * done nothing for the order.
   */
  async execute(): Promise<RunResult> {
    const { signal } = this.#context;
    const wasKept = this.#claude.isOpen;
    const cancel = () => {
      this.#wasEnded = true;
      void this.#claude.interrupt();
    };
    signal.addEventListener("abort", cancel);
    // The signal may have been aborted while the agent started.
    if (signal.aborted) cancel();
    try {
      this.#converse();
      const end = await Promise.race([this.#claude.ended, this.#idle.promise]);
      if (wasKept && !this.#hasBegun && !signal.aborted) throw new OrderNotTaken();
      if (this.#startFault !== undefined) {
        throw new Error(`Claude Code did not begin: ${this.#startFault.message}`);
      }
      return await this.#judge(end);
    } finally {
      signal.removeEventListener("abort", cancel);
      clearTimeout(this.#exitTimer);
    }
  }

  /** Opens the conversation. If that fails, Claude Code is ended. */
  #converse(): void {
    const { workOrder } = this.#context;
    const isNew = !this.#claude.isOpen;
    this.#claude.take(this.#listener, workOrder.output_schema).then(
      () => {
        this.#say(orderContent(workOrder));
        if (isNew) this.#begin();
      },
      (error: Error) => {
        if (this.#claude.hasEnded) return;
        this.#startFault = error;
        this.#stop();
      },
    );
  }

  /** From here on the order is in the hands of this process, and so are messages of the user. */
  #begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#context.onSteer((text) => this.#steer(text));
  }

  #say(content: string | readonly object[]): void {
    const id = randomUUID();
    this.#firstMessage ||= id;
    this.#waiting.add(id);
    void this.#claude.write(userMessage(id, content));
  }

  #steer(text: string): void {
    if (!this.#isOver) this.#say(text);
    else void this.#context.warning("a message of the user came after the result and was not read");
  }

  /** Whether another result follows: a sub-agent works on, or a message waits. */
  get #isGoingOn(): boolean {
    return this.#subAgents.areWorking || this.#waiting.size > 0;
  }

  /** The last result is the true one. */
  async #takeResult(result: JsonObject): Promise<void> {
    this.#lastResult = result;
    // A result that comes before may be about commands of an earlier process, and the true one follows it.
    const isAnswer = !this.#waiting.delete(this.#firstMessage);
    await this.#writer.usage(usageOfRun(result, this.#usageBasis));
    const isError = result["is_error"] === true || result["subtype"] !== "success";
    if (this.#isGoingOn && result["is_error"] !== true) return;
    const canStay = this.#setting.keepsAgent && isAnswer && !isError && !this.#subAgents.haveCommands;
    // The answer that this waits for is a later line.
    if (canStay) void this.#settle();
    else this.#finish();
  }

  /** Waits for what Claude Code has to say after its result. Then the process can stay. */
  async #settle(): Promise<void> {
    try {
      await this.#claude.settle();
    } catch {
      this.#finish();
      return;
    }
    if (this.#isGoingOn || this.#isOver || this.#wasEnded) return;
    this.#isOver = true;
    this.#claude.leave(sumModels(this.#lastResult?.["modelUsage"]));
    this.#idle.resolve(undefined);
  }

  /** Lets Claude Code end. */
  #finish(): void {
    this.#isOver = true;
    this.#claude.closeInput();
    this.#exitTimer ??= setTimeout(() => this.#stop(), this.#setting.exitWaitMs ?? MAX_EXIT_WAIT_MS);
  }

  #stop(): void {
    this.#wasEnded = true;
    void this.#claude.stop();
  }

  async #judge(end: AgentEnd | undefined): Promise<RunResult> {
    const { signal, workOrder, warning } = this.#context;
    const { result, warnings } = judgeRun({
      result: this.#lastResult,
      end,
      wasEnded: this.#wasEnded,
      isCancelled: signal.aborted,
      session: this.#claude.session,
      usageBasis: this.#usageBasis,
      toolCalls: this.#writer.toolCalls,
      denials: this.#writer.denials,
      wantsStructuredOutput: workOrder.output_schema !== undefined,
      stderrTail: this.#claude.stderrTail,
    });
    for (const text of warnings) await warning(text);
    return result;
  }
}
