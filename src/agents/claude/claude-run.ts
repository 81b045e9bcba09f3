import { randomUUID } from "node:crypto";
import type { JsonObject } from "../../lib/index.ts";
import type { RunContext, RunResult } from "../../sidecar/index.ts";
import { readAgentLine } from "../host/agent-line.ts";
import type { AgentStart, RunningAgent } from "../host/agent-process.ts";
import { EventWriter } from "../host/event-writer.ts";
import { ControlChannel } from "./control-protocol/control-channel.ts";
import { ToolPermission } from "./control-protocol/tool-permission.ts";
import { orderContent, userMessage } from "./launch/user-message.ts";
import { MessageReader } from "./messages/message-reader.ts";
import { SubAgents } from "./messages/sub-agents.ts";
import { ToolEffects } from "./messages/tool-effects.ts";
import { ToolUses } from "./messages/tool-uses.ts";
import { judgeRun } from "./result/run-result.ts";
import { type UsageBasis, usageOfRun } from "./result/usage.ts";

/** Claude Code takes up to 5 seconds to end the commands that it left in the background. */
const MAX_EXIT_WAIT_MS = 15_000;

/** What a run needs besides its context. */
export interface ClaudeSetting {
  /** Starts Claude Code. */
  readonly start: (onLine: AgentStart["onLine"]) => Promise<RunningAgent>;
  readonly usageBasis: UsageBasis;
  readonly exitWaitMs?: number;
}

/** One work order on Claude Code: from its start to the last result and its exit. */
export class ClaudeRun {
  readonly #context: RunContext;
  readonly #setting: ClaudeSetting;
  readonly #writer: EventWriter;
  readonly #subAgents = new SubAgents();
  readonly #reader: MessageReader;
  readonly #channel: ControlChannel;
  /** Messages of the user that Claude Code has not taken up yet. */
  readonly #waiting = new Set<string>();
  #firstMessage = "";
  /** Set before the first line of Claude Code arrives. */
  #agent!: RunningAgent;
  #lastResult: JsonObject | undefined;
  #exitTimer: NodeJS.Timeout | undefined;
  /** Why the conversation could not be opened. */
  #startFault: Error | undefined;
  #hasEnded = false;
  #isInputClosed = false;
  #wasEnded = false;

  constructor(context: RunContext, setting: ClaudeSetting) {
    this.#context = context;
    this.#setting = setting;
    this.#writer = new EventWriter(context);
    const uses = new ToolUses();
    const [writer, subAgents] = [this.#writer, this.#subAgents];
    const permission = new ToolPermission({ askTool: context.askTool, writer, uses, subAgents });
    this.#channel = new ControlChannel({
      send: (message) => this.#agent.write(message),
      canUseTool: (request, line) => permission.decide(request, line),
      preToolUse: (input) => permission.hookAnswer(input),
    });
    this.#reader = new MessageReader({
      writer,
      uses,
      subAgents,
      effects: new ToolEffects(writer),
      onResult: (result) => this.#takeResult(result),
      onTaken: (id) => void this.#waiting.delete(id),
    });
  }

  /** Runs the order. Rejects where Claude Code cannot be started, fails, or ends without a result. */
  async execute(): Promise<RunResult> {
    const { signal } = this.#context;
    signal.throwIfAborted();
    this.#agent = await this.#setting.start((line) => this.#receive(line));
    const cancel = () => this.#end(() => this.#channel.interrupt());
    signal.addEventListener("abort", cancel);
    // The signal may have been aborted while the agent started.
    if (signal.aborted) cancel();
    try {
      this.#converse();
      const end = await this.#agent.ended;
      this.#hasEnded = true;
      this.#channel.close(new Error("Claude Code has ended"));
      if (this.#startFault !== undefined) {
        throw new Error(`Claude Code did not begin: ${this.#startFault.message}`);
      }
      return await this.#judge(end);
    } finally {
      signal.removeEventListener("abort", cancel);
      clearTimeout(this.#exitTimer);
    }
  }

  /** Opens the conversation. Where that fails, Claude Code is ended. */
  #converse(): void {
    const { workOrder, onSteer } = this.#context;
    this.#channel.initialize(workOrder.output_schema).then(
      () => {
        this.#say(orderContent(workOrder));
        onSteer((text) => this.#steer(text));
      },
      (error: Error) => {
        if (this.#hasEnded) return;
        this.#startFault = error;
        this.#end();
      },
    );
  }

  #say(content: string | readonly object[]): void {
    const id = randomUUID();
    this.#firstMessage ||= id;
    this.#waiting.add(id);
    void this.#agent.write(userMessage(id, content));
  }

  #steer(text: string): void {
    if (!this.#isInputClosed) this.#say(text);
    else void this.#context.warning("a message of the user came after the result and was not read");
  }

  async #receive(text: string): Promise<void> {
    const line = readAgentLine(text);
    if (line === undefined) {
      if (text.trim() !== "") process.stderr.write(`${text}\n`);
    } else if (this.#channel.isControl(line)) await this.#channel.receive(line);
    else await this.#reader.read(line, text.length);
  }

  /** The last result is the true one: another follows where a sub-agent works on or a message waits. */
  async #takeResult(result: JsonObject): Promise<void> {
    this.#lastResult = result;
    // The message that the result answers was taken up, whether or not Claude Code said so.
    this.#waiting.delete(this.#firstMessage);
    await this.#writer.usage(usageOfRun(result, this.#setting.usageBasis));
    const isGoingOn = this.#subAgents.areWorking || this.#waiting.size > 0;
    if (isGoingOn && result["is_error"] !== true) return;
    this.#isInputClosed = true;
    this.#agent.closeInput();
    this.#exitTimer ??= setTimeout(() => this.#end(), this.#setting.exitWaitMs ?? MAX_EXIT_WAIT_MS);
  }

  #end(interrupt?: () => void): void {
    this.#wasEnded = true;
    void this.#agent.end(interrupt);
  }

  async #judge(end: Awaited<RunningAgent["ended"]>): Promise<RunResult> {
    const { signal, workOrder, warning } = this.#context;
    const { result, warnings } = judgeRun({
      result: this.#lastResult,
      end,
      wasEnded: this.#wasEnded,
      isCancelled: signal.aborted,
      session: this.#reader.session,
      usageBasis: this.#setting.usageBasis,
      toolCalls: this.#writer.toolCalls,
      denials: this.#writer.denials,
      wantsStructuredOutput: workOrder.output_schema !== undefined,
      stderrTail: this.#agent.stderrTail,
    });
    for (const text of warnings) await warning(text);
    return result;
  }
}
