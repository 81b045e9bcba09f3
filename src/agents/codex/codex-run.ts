import { resolve } from "node:path";
import type { Environment } from "../../config/index.ts";
import type { JsonValue } from "../../lib/index.ts";
import type { RunContext, RunResult } from "../../sidecar/index.ts";
import { agentEnvironment } from "../host/agent-environment.ts";
import { isJsonObject } from "../host/agent-line.ts";
import { type AgentEnd, type EndGraces, endGraces } from "../host/agent-process.ts";
import { EventWriter } from "../host/event-writer.ts";
import type { HostEnvironment } from "../host/host-environment.ts";
import { codexAgent } from "./agent.ts";
import { AppServer } from "./app-server/app-server.ts";
import { prepareCodexHome } from "./app-server/codex-home.ts";
import { ItemEvents } from "./app-server/item-events.ts";
import { objectOf, textOf } from "./app-server/members.ts";
import { Notifications, type TurnEnd } from "./app-server/notifications.ts";
import { ServerRequests } from "./app-server/server-requests.ts";
import { SubAgents } from "./app-server/sub-agents.ts";
import { threadConfig } from "./app-server/thread-config.ts";
import { ThreadUsage } from "./app-server/thread-usage.ts";
import { textInput, turnInput } from "./app-server/turn-input.ts";
import { vendorArguments } from "./app-server/vendor-provider.ts";

/** What a run needs besides its context. */
export interface CodexSetting {
  readonly host: HostEnvironment;
  /** The environment of this process. */
  readonly inherited: Environment;
  /** How long Codex is waited for when it is ended. */
  readonly graces?: EndGraces;
}

/** One work order on Codex: a server process, a thread that is started or continued, and one turn. */
export class CodexRun {
  readonly #context: RunContext;
  readonly #setting: CodexSetting;
  readonly #cwd: string;
  readonly #writer: EventWriter;
  readonly #items: ItemEvents;
  readonly #subAgents = new SubAgents();
  readonly #usage = new ThreadUsage();
  readonly #turnEnd = Promise.withResolvers<TurnEnd>();
  #threadId = "";
  #turnId = "";

  constructor(context: RunContext, setting: CodexSetting) {
    this.#context = context;
    this.#setting = setting;
    this.#cwd = resolve(context.workOrder.workspace.root);
    this.#writer = new EventWriter(context);
    this.#items = new ItemEvents(this.#writer);
    // It is awaited once the turn has begun; until then, a failure is that of a request.
    this.#turnEnd.promise.catch(() => undefined);
  }

  /**
   * Runs the order. Rejects where the turn fails, and where Codex ends before it. A cancelled run has a result as far as it came,
   * so that it can be resumed.
   */
  async execute(): Promise<RunResult> {
    const { signal } = this.#context;
    signal.throwIfAborted();
    const server = await this.#startServer();
    const cancel = () => void server.end(() => this.#interrupt(server));
    signal.addEventListener("abort", cancel, { once: true });
    if (signal.aborted) cancel();
    try {
      const end = await this.#turn(server).finally(() => this.#items.close());
      await this.#checkExit(await server.end());
      signal.throwIfAborted();
      return await this.#result(end);
    } catch (error) {
      if (!signal.aborted) throw error;
      return { ...this.#account(), outcome: "partial" };
    } finally {
      signal.removeEventListener("abort", cancel);
      await server.end();
    }
  }

  async #startServer(): Promise<AppServer> {
    const { host, inherited, graces = endGraces } = this.#setting;
    const model = this.#context.workOrder.config.model ?? undefined;
    const launch = await agentEnvironment(codexAgent, host, inherited, model);
    const provider = host.gateway === undefined ? vendorArguments(launch.env) : launch.arguments;
    const requests = new ServerRequests({
      askTool: this.#context.askTool,
      items: this.#items,
      writer: this.#writer,
    });
    const notifications = new Notifications({
      writer: this.#writer,
      items: this.#items,
      subAgents: this.#subAgents,
      usage: this.#usage,
      onTurnEnd: (end) => this.#turnEnd.resolve(end),
    });
    const server = await AppServer.start({
      command: host.command,
      args: [...provider, "app-server"],
      // Standard error becomes part of messages, which show no colours.
      env: { ...launch.env, CODEX_HOME: await prepareCodexHome(host.home), NO_COLOR: "1" },
      cwd: this.#cwd,
      graces,
      onRequest: (method, params) => requests.answer(method, params),
      onNotification: (method, params) => notifications.handle(method, params),
      onMessage: (message, characters, receive) => {
        // Answers, and requests that wait for a decision, make their own events.
        if (message["id"] !== undefined) return receive();
        const isBookkeeping = notifications.isBookkeeping(
          textOf(message, "method"),
          objectOf(message, "params"),
        );
        return this.#writer.line(message, characters, receive, isBookkeeping);
      },
      onForeignLine: (line) => this.#writer.warning(`Codex wrote a line that is no message: ${line}`),
    });
    void server.ended.then((end) => this.#turnEnd.reject(new Error(server.endText(end))));
    return server;
  }

  /** Starts the turn and waits for its end. */
  async #turn(server: AppServer): Promise<TurnEnd> {
    const { workOrder, onSteer } = this.#context;
    await server.initialize();
    const thread = await this.#openThread(server);
    this.#threadId = textOf(thread, "id");
    this.#subAgents.setMainThread(this.#threadId);
    const started = await server.request("turn/start", {
      threadId: this.#threadId,
      input: turnInput(workOrder),
      ...(workOrder.output_schema === undefined ? {} : { outputSchema: workOrder.output_schema }),
    });
    this.#turnId = textOf(objectOf(asObject(started), "turn"), "id");
    onSteer((text) => void this.#steer(server, text));
    return this.#turnEnd.promise;
  }

  async #openThread(server: AppServer) {
    const { workOrder } = this.#context;
    const { resume, config } = workOrder;
    const setting = {
      cwd: this.#cwd,
      // Every command and change is asked for. The sandbox around this process confines it; another one inside would fail.
      approvalPolicy: "untrusted",
      sandbox: "danger-full-access",
      config: threadConfig(this.#cwd, workOrder),
      ...(config.model === null || config.model === undefined ? {} : { model: config.model }),
    };
    const method =
      resume === undefined ? "thread/start" : resume.fork === true ? "thread/fork" : "thread/resume";
    const earlier = resume === undefined ? {} : { threadId: resume.session, excludeTurns: true };
    return objectOf(asObject(await server.request(method, { ...setting, ...earlier })), "thread");
  }

  async #steer(server: AppServer, text: string): Promise<void> {
    try {
      const target = { threadId: this.#threadId, expectedTurnId: this.#turnId };
      await server.request("turn/steer", { ...target, input: [textInput(text)] });
    } catch (error) {
      await this.#writer.warning(`a message did not reach Codex: ${(error as Error).message}`);
    }
  }

  /** Interrupts the turn and waits until Codex has written down its end, so that the conversation can go on later. */
  async #interrupt(server: AppServer): Promise<void> {
    await server.request("turn/interrupt", { threadId: this.#threadId, turnId: this.#turnId });
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

function asObject(value: JsonValue) {
  return isJsonObject(value) ? value : {};
}
