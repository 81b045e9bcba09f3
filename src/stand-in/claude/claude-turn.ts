import { failureWords } from "../failure-words.ts";
import { InOrder } from "../in-order.ts";
import type { RunRequest, RunStarter, StartedRun, ToolAnswer, ToolQuestion } from "../run-starter.ts";
import type { ConversationTurn } from "../sessions/conversation.ts";
import { AnnouncedTools } from "../tools/announced-tools.ts";
import { MessageWriter } from "./messages/message-writer.ts";
import { type Denial, failureLine, resultLine } from "./messages/result-line.ts";
import type { SessionLines } from "./messages/session-lines.ts";
import type { ToolPermission } from "./permission/tool-permission.ts";
import type { SessionTotals } from "./session-totals.ts";

/** What a turn needs. */
export interface TurnSetting {
  readonly starter: RunStarter;
  readonly lines: SessionLines;
  readonly permission: ToolPermission;
  readonly model: string;
  readonly hasPartialMessages: boolean;
  readonly newId: () => string;
  readonly totals: SessionTotals;
}

export interface TurnEnd extends ConversationTurn {
  readonly isError: boolean;
}

/** One message of the user and everything that follows from it: one run, from its start to the result line. */
export class ClaudeTurn {
  readonly #setting: TurnSetting;
  readonly #tools: AnnouncedTools;
  readonly #messages: MessageWriter;
  readonly #order = new InOrder();
  readonly #denials: Denial[] = [];
  #run: StartedRun | undefined;
  #isInterrupted = false;

  constructor(setting: TurnSetting) {
    this.#setting = setting;
    this.#tools = new AnnouncedTools(() => `toolu_${setting.newId()}`);
    this.#messages = new MessageWriter({
      ...setting,
      tools: this.#tools,
      newId: () => `msg_${setting.newId()}`,
      spent: () => this.#run?.spent(),
    });
  }

  async execute(request: RunRequest): Promise<TurnEnd> {
    const { starter, lines } = this.#setting;
    try {
      this.#run = await starter.start(request, {
        approve: (question, signal) => this.#approve(question, signal),
      });
    } catch (error) {
      await lines.write(failureLine(failureWords(error)));
      return { runId: undefined, hasSession: false, isError: true };
    }
    if (this.#isInterrupted) this.interrupt();
    return this.#follow(this.#run, request);
  }

  /** Cancels the run. The turn still ends with its result line. */
  interrupt(): void {
    this.#isInterrupted = true;
    this.#run?.cancel("the program interrupted the turn");
  }

  /** Gives the running agent a message. False if it cannot take one now. */
  steer(text: string): boolean {
    return this.#run?.steer(text) === true;
  }

  async #follow(run: StartedRun, request: RunRequest): Promise<TurnEnd> {
    const { lines } = this.#setting;
    const { runId } = run;
    try {
      for await (const event of run.events) await this.#order.run(() => this.#messages.event(event));
      const end = await run.result;
      await this.#order.run(() => this.#messages.end());
      const { totals } = this.#setting;
      totals.add(end);
      const facts = {
        totals,
        text: this.#messages.lastText,
        toolCalls: this.#messages.toolCalls,
        denials: this.#denials,
        wantsStructuredOutput: request.outputSchema !== undefined,
      };
      await lines.write(resultLine(end, facts));
      const isError = end.error !== undefined && !this.#isInterrupted;
      return { runId, hasSession: end.hasSession, isError };
    } catch (error) {
      // Nobody follows the run any more.
      run.cancel("its events could not be passed on");
      await run.result.catch(() => undefined);
      await lines.write(failureLine(failureWords(error)));
      return { runId, hasSession: false, isError: true };
    }
  }

  async #approve(question: ToolQuestion, signal: AbortSignal): Promise<ToolAnswer> {
    const tool = this.#tools.ask(question.tool, question.input);
    await this.#order.run(() => this.#messages.toolUse(tool));
    const answer = await this.#setting.permission.decide(tool, question, signal);
    if ("deny" in answer) {
      this.#tools.deny(tool.id, answer.deny);
      this.#denials.push({ tool_name: tool.name, tool_use_id: tool.id, tool_input: tool.input ?? {} });
    }
    return answer;
  }
}
