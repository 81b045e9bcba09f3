import type { WorkOrder } from "../../contract/index.ts";
import type { JsonObject, JsonValue } from "../../lib/index.ts";
import { isJsonObject } from "../host/agent-line.ts";
import type { AgentEnd, EndGraces } from "../host/agent-process.ts";
import type { KeepableAgent } from "../host/keeping/agent-keeper.ts";
import { AppServer, type AppServerStart } from "./app-server/app-server.ts";
import { refuseRequest } from "./app-server/server-requests.ts";
import type { CodexPlan } from "./launch.ts";
import { listOf, objectOf, textOf } from "./members.ts";

/** How long Codex may take to answer while it has nothing to do. */
const ANSWER_LIMIT_MS = 10_000;

/** What an order does with what Codex sends. */
export type CodexListener = Pick<
  AppServerStart,
  "onRequest" | "onMessage" | "onNotification" | "onForeignLine"
>;

/** Between two orders nobody can allow a tool, and nobody reads what is written. */
const noOrder: CodexListener = {
  onRequest: async (method) => refuseRequest(method),
  onMessage: (_message, _characters, receive) => receive(),
  onNotification: () => undefined,
  onForeignLine: async () => undefined,
};

/** A process of Codex with its one thread, for one order after another. */
export class CodexProcess implements KeepableAgent {
  readonly #server: AppServer;
  readonly #plan: CodexPlan;
  #listener = noOrder;
  #session: string | undefined;
  #isOpen = false;
  #isIdle = false;
  #hasEnded = false;

  /** Starts Codex in a home that is prepared. Rejects with an Error that says why it cannot be started. */
  static async start(plan: CodexPlan, graces: EndGraces): Promise<CodexProcess> {
    let listener = () => noOrder;
    const { command, args, env, cwd } = plan;
    const server = await AppServer.start({
      ...{ command, args, env, cwd, graces },
      onRequest: (method, params) => listener().onRequest(method, params),
      onMessage: (message, characters, receive) => listener().onMessage(message, characters, receive),
      onNotification: (method, params) => listener().onNotification(method, params),
      onForeignLine: (line) => listener().onForeignLine(line),
    });
    const codex = new CodexProcess(server, plan);
    listener = () => codex.#listener;
    return codex;
  }

  private constructor(server: AppServer, plan: CodexPlan) {
    this.#server = server;
    this.#plan = plan;
    void server.ended.then(() => {
      this.#hasEnded = true;
    });
  }

  /** Settles when the process has ended and its output is handled. */
  get ended(): Promise<AgentEnd> {
    return this.#server.ended;
  }

  /** The id of its thread. */
  get session(): string | undefined {
    return this.#session;
  }

  get isIdle(): boolean {
    return this.#isIdle && !this.#hasEnded;
  }

  /** Whether it has had an order before. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /**
   * Gets ready for an order, and resolves with the id of the thread. A new process starts or continues the thread; one that was
   * kept says that it still has it, and what it wrote until then is dropped.
   */
  async take(listener: CodexListener, { resume }: Pick<WorkOrder, "resume">): Promise<string> {
    this.#isIdle = false;
    if (this.#isOpen) {
      await this.settle();
      this.#listener = listener;
      return this.#session ?? "";
    }
    this.#isOpen = true;
    this.#listener = listener;
    await this.#server.initialize();
    const method =
      resume === undefined ? "thread/start" : resume.fork === true ? "thread/fork" : "thread/resume";
    const earlier = resume === undefined ? {} : { threadId: resume.session, excludeTurns: true };
    const opened = await this.request(method, { ...this.#plan.settings, ...earlier });
    const id = textOf(objectOf(opened, "thread"), "id");
    this.#session = id === "" ? undefined : id;
    return id;
  }

  /** Resolves when everything that Codex has written so far is handled. Rejects if it does not answer, or has not the thread. */
  async settle(): Promise<void> {
    const loaded = await this.request("thread/loaded/list", {}, ANSWER_LIMIT_MS);
    if (!listOf(loaded, "data").includes(this.#session ?? "")) throw new Error("Codex has lost its thread");
  }

  /** Stays for another order. */
  leave(): void {
    this.#listener = noOrder;
    this.#isIdle = true;
  }

  /** Sends a request. A result that is no object counts as an empty one. */
  async request(method: string, params: object, timeoutMs?: number): Promise<JsonObject> {
    return asObject(await this.#server.request(method, params, timeoutMs));
  }

  /** Ends the process after `interrupt`, unless it has ended. */
  end(interrupt?: () => Promise<unknown>): Promise<AgentEnd> {
    return this.#hasEnded ? this.ended : this.#server.end(interrupt);
  }

  /** One sentence about an unexpected end. */
  endText(end: AgentEnd): string {
    return this.#server.endText(end);
  }
}

function asObject(value: JsonValue): JsonObject {
  return isJsonObject(value) ? value : {};
}
