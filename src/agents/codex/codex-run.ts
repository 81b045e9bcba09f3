import type { JsonValue } from "../../lib/index.ts";
import type { RunContext, RunResult } from "../../sidecar/index.ts";
import type { AgentEnd } from "../host/agent-process.ts";
import { EventWriter } from "../host/event-writer.ts";
import { OrderNotTaken } from "../host/keeping/agent-keeper.ts";
import { ItemEvents } from "./app-server/item-events.ts";
import { Notifications, type TurnEnd } from "./app-server/notifications.ts";
import { ServerRequests } from "./app-server/server-requests.ts";
import { SubAgents } from "./app-server/sub-agents.ts";
import { ThreadUsage } from "./app-server/thread-usage.ts";
import { textInput, turnInput } from "./app-server/turn-input.ts";
import type { CodexListener, CodexProcess } from "./codex-process.ts";
import { objectOf, textOf } from "./members.ts";

/** What a run needs besides its context. */
export interface CodexSetting {
  readonly codex: CodexProcess;
  /** Whether the process stays for another order. */
  readonly keepsAgent: boolean;
}

/** One work order on Codex: one turn of its thread, and the exit of a process that does not stay. */
export class CodexRun {
  readonly #context: RunContext;
  readonly #setting: CodexSetting;
  readonly #codex: CodexProcess;
  readonly #writer: EventWriter;
  readonly #items: ItemEvents;
  readonly #subAgents = new SubAgents();
  readonly #usage = new ThreadUsage();
  readonly #notifications: Notifications;
  readonly #listener: CodexListener;
  readonly #turnEnd = Promise.withResolvers<TurnEnd>();
  #threadId = "";
  #turnId = "";
  /** Whether Codex has said anything about the order. */
  #hasBegun = false;

  constructor(context: RunContext, setting: CodexSetting) {
    this.#context = context;
    this.#setting = setting;
    this.#codex = setting.codex;
    this.#writer = new EventWriter(context);
    this.#items = new ItemEvents(this.#writer);
    this.#notifications = new Notifications({
      writer: this.#writer,
      items: this.#items,
      subAgents: this.#subAgents,
      usage: this.#usage,
      onTurnEnd: (end) => this.#turnEnd.resolve(end),
    });
    this.#listener = this.#makeListener();
    // It is awaited once the turn has begun; until then, a failure is that of a request.
    this.#turnEnd.promise.catch(() => undefined);
  }

  /**
   * Runs the order. Rejects if the turn fails, if Codex ends before it, and with OrderNotTaken if a process that was kept has
   * done nothing for the order. A cancelled run has a result as far as it came, so that it can be resumed.
   */
  async execute(): Promise<RunResult> {
    const { signal } = this.#context;
    const codex = this.#codex;
    const cancel = () => void codex.end(() => this.#interrupt());
    signal.addEventListener("abort", cancel, { once: true });
    if (signal.aborted) cancel();
    void codex.ended.then((end) => this.#turnEnd.reject(new Error(codex.endText(end))));
    try {
      const end = await this.#turn();
      const stays = this.#setting.keepsAgent && end.status === "completed" && (await this.#settles());
      await this.#items.close();
      if (!stays) await this.#checkExit(await codex.end());
      signal.throwIfAborted();
      const result = await this.#result(end);
      if (stays) codex.leave();
      return result;
    } catch (error) {
      await this.#items.close();
      if (!signal.aborted) throw error;
      return { ...this.#account(), outcome: "partial" };
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  }

  #makeListener(): CodexListener {
    const requests = new ServerRequests({
      askTool: this.#context.askTool,
      items: this.#items,
      writer: this.#writer,
    });
    const notifications = this.#notifications;
    return {
      onRequest: (method, params) => requests.answer(method, params),
      onNotification: (method, params) => notifications.handle(method, params),
      onMessage: (message, characters, receive) => {
        if (message["method"] !== undefined) this.#hasBegun = true;
        // Answers, and requests that wait for a decision, make their own events.
        if (message["id"] !== undefined) return receive();
        const isBookkeeping = notifications.isBookkeeping(
          textOf(message, "method"),
          objectOf(message, "params"),
        );
        return this.#writer.line(message, characters, receive, isBookkeeping);
      },
      onForeignLine: (line) => this.#writer.warning(`Codex wrote a line that is no message: ${line}`),
    };
  }

  /** Starts the turn and waits for its end. */
  async #turn(): Promise<TurnEnd> {
    await this.#startTurn();
    this.#context.onSteer((text) => void this.#steer(text));
    return this.#turnEnd.promise;
  }

  async #startTurn(): Promise<void> {
    const { workOrder, signal } = this.#context;
    const wasKept = this.#codex.isOpen;
    try {
      this.#threadId = await this.#codex.take(this.#listener, workOrder);
      this.#subAgents.setMainThread(this.#threadId);
      const started = await this.#codex.request("turn/start", {
        threadId: this.#threadId,
        input: turnInput(workOrder),
        ...(workOrder.output_schema === undefined ? {} : { outputSchema: workOrder.output_schema }),
      });
      this.#turnId = textOf(objectOf(started, "turn"), "id");
    } catch (error) {
      if (wasKept && !this.#hasBegun && !signal.aborted) throw new OrderNotTaken();
      throw error;
    }
  }

  /** Whether Codex has nothing to do any more. Takes what it has to say after its turn. */
  async #settles(): Promise<boolean> {
    try {
      await this.#codex.settle();
    } catch {
      return false;
    }
    return !this.#items.areOpen && !this.#notifications.areTurnsOpen && !this.#context.signal.aborted;
  }

  async #steer(text: string): Promise<void> {
    try {
      const target = { threadId: this.#threadId, expectedTurnId: this.#turnId };
      await this.#codex.request("turn/steer", { ...target, input: [textInput(text)] });
    } catch (error) {
      await this.#writer.warning(`a message did not reach Codex: ${(error as Error).message}`);
    }
  }

  /** Interrupts the turn and waits until Codex has written down its end, so that the conversation can go on later. */
  async #interrupt(): Promise<void> {
    await this.#codex.request("turn/interrupt", { threadId: this.#threadId, turnId: this.#turnId });
    await this.#turnEnd.promise;
  }

  async #checkExit({ code, signal, fault }: AgentEnd): Promise<void> {
    if (code === 0) return;
    const how = fault?.message ?? signal ?? `exit code ${code}`;
    await this.#writer.warning(`Codex did not end by itself after its turn: ${how}`);
  }

  async #result({ status, error }: TurnEnd): Promise<RunResult> {
    if (status !== "completed") throw new Error(error ?? `Codex ended its turn as ${status}`);
    const isRefused = this.#writer.denials > 0 && this.#writer.toolCalls === 0;
    const structured = await this.#structuredOutput();
    return {
      ...this.#account(),
      outcome: isRefused ? "partial" : "complete",
      ...(structured === undefined ? {} : { structuredOutput: structured }),
    };
  }

  /** The conversation and what it used. */
  #account(): RunResult {
    const usage = this.#usage.total;
    return {
      ...(this.#threadId === "" ? {} : { session: this.#threadId }),
      ...(usage === undefined ? {} : { usage, usageRaw: usage }),
    };
  }

  async #structuredOutput(): Promise<JsonValue | undefined> {
    if (this.#context.workOrder.output_schema === undefined) return undefined;
    try {
      return JSON.parse(this.#items.lastMessage ?? "") as JsonValue;
    } catch {
      await this.#writer.warning(
        "the last message of Codex is not JSON, although the work order has a schema",
      );
      return undefined;
    }
  }
}
