import { setTimeout } from "node:timers/promises";
import type { Usage, WorkOrder } from "../../contract/index.ts";
import type { JsonObject } from "../../lib/index.ts";
import type { ToolDecision } from "../../sidecar/index.ts";
import { isJsonObject, readAgentLine } from "../host/agent-line.ts";
import type { AgentEnd, RunningAgent } from "../host/agent-process.ts";
import { JsonRpcError, JsonRpcPeer, METHOD_NOT_FOUND } from "../host/json-rpc-peer.ts";
import type { KeepableAgent } from "../host/keeping/agent-keeper.ts";
import type { AcpHook, AcpProfile } from "./acp-profile.ts";
import type { HookListener, HookServer } from "./hook/hook-server.ts";
import { permissionAnswer } from "./permission.ts";
import { AcpSession } from "./session/acp-session.ts";

/** An agent that sends nothing for so long has repeated an earlier conversation to its end. */
const QUIET_MS = 250;

const denied: ToolDecision = { verdict: "deny", reason: "no order is under way" };

/** The part of an agent's process that is used. */
export type AcpAgent = Pick<RunningAgent, "write" | "closeInput" | "end" | "ended">;

/** How an agent is started. */
export interface AcpStart {
  readonly profile: AcpProfile;
  /** Starts the agent. Each line of its output goes to `onLine`. */
  readonly start: (onLine: (line: string) => Promise<void>) => Promise<AcpAgent>;
  /** Answers the hooks of the agent, if its profile has some. */
  readonly openHooks: (listener: HookListener) => Promise<Pick<HookServer, "close">>;
}

/** What an order does with what the agent sends. */
export interface AcpListener {
  /** Gets each line that is a message. It has to call `receive`. */
  readonly onMessage: (
    message: JsonObject,
    characters: number,
    receive: () => Promise<void>,
  ) => Promise<void>;
  readonly onForeignLine: () => Promise<void>;
  /** Gets each update of the session. */
  readonly onUpdate: (update: JsonObject) => Promise<void>;
  readonly onPermission: (params: JsonObject) => Promise<object>;
  readonly onHook: (hook: AcpHook, question: JsonObject) => Promise<ToolDecision>;
}

/** Between two orders nobody can allow a tool, and nobody reads what is written. */
const noOrder: AcpListener = {
  onMessage: (_message, _characters, receive) => receive(),
  onForeignLine: async () => undefined,
  onUpdate: async () => undefined,
  onPermission: async (params) => permissionAnswer(params, denied),
  onHook: async () => denied,
};

/** A process of an agent with its one session, for one order after another. */
export class AcpProcess implements KeepableAgent {
  readonly #profile: AcpProfile;
  readonly #peer: JsonRpcPeer;
  #agent!: AcpAgent;
  #hooks: Pick<HookServer, "close"> | undefined;
  #listener = noOrder;
  #usedBefore: Partial<Usage> = {};
  #session: AcpSession | undefined;
  #isOpen = false;
  #isIdle = false;
  #hasEnded = false;
  #lines = 0;

  /** Starts the agent. Rejects with an Error that says why it cannot be started. */
  static async start({ profile, start, openHooks }: AcpStart): Promise<AcpProcess> {
    const acp = new AcpProcess(profile);
    const { hook } = profile;
    if (hook !== undefined) {
      acp.#hooks = await openHooks((question) => acp.#listener.onHook(hook, question));
    }
    try {
      acp.#watch(await start((line) => acp.#line(line)));
    } catch (error) {
      await acp.#hooks?.close();
      throw error;
    }
    return acp;
  }

  private constructor(profile: AcpProfile) {
    this.#profile = profile;
    this.#peer = new JsonRpcPeer({
      send: (message) => this.#agent.write(message),
      onRequest: (method, params) => this.#answer(method, params),
      onNotification: (method, params) => this.#notification(method, params),
    });
  }

  /** The id of its session. */
  get session(): string | undefined {
    return this.#session?.id;
  }

  get isIdle(): boolean {
    return this.#isIdle && !this.#hasEnded;
  }

  /** Whether it has had an order before. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /**
   * Gets ready for an order, and resolves with the session. A new process opens or continues one; one that was kept says that it
   * still answers, and what it wrote until then is dropped.
   */
  async take(listener: AcpListener, order: WorkOrder, signal: AbortSignal): Promise<AcpSession> {
    this.#isIdle = false;
    if (this.#session !== undefined) {
      await this.#session.settle();
      this.#listener = listener;
      return this.#session;
    }
    this.#isOpen = true;
    this.#listener = listener;
    const session = await AcpSession.open(this.#peer, this.#profile, order);
    if (session.repeatsHistory) await this.#quiet(signal);
    this.#session = session;
    return session;
  }

  /** What the prompts of earlier orders have used in this process, if the agent counts them along. */
  get usedBefore(): Partial<Usage> {
    return this.#usedBefore;
  }

  /** Stays for another order. `used` is what the agent says of its usage so far. */
  leave(used: Partial<Usage>): void {
    this.#listener = noOrder;
    this.#usedBefore = used;
    this.#isIdle = true;
  }

  /** Asks the agent to stop, and ends it. Without a session there is nothing that it could stop. */
  async cancel(): Promise<void> {
    await this.#agent.end(() =>
      this.#session === undefined ? this.#agent.closeInput() : this.#session.cancel(),
    );
  }

  async end(): Promise<void> {
    if (!this.#hasEnded) await this.#agent.end(() => this.#agent.closeInput());
    await this.#hooks?.close();
    this.#hooks = undefined;
  }

  #watch(agent: AcpAgent): void {
    this.#agent = agent;
    const { title } = this.#profile.agent;
    void agent.ended.then((end) => {
      this.#hasEnded = true;
      this.#peer.close(end.fault ?? earlyExit(title, end));
    });
  }

  /** Waits until the agent has repeated an earlier conversation, whose updates may come after its answer. */
  async #quiet(signal: AbortSignal): Promise<void> {
    for (let seen = -1; seen !== this.#lines; ) {
      seen = this.#lines;
      await setTimeout(QUIET_MS, undefined, { signal });
    }
  }

  async #line(line: string): Promise<void> {
    this.#lines += 1;
    if (line.trim() === "") return;
    const message = readAgentLine(line);
    if (message === undefined) return this.#listener.onForeignLine();
    await this.#listener.onMessage(message, line.length, () => this.#peer.receive(message));
  }

  /** Before the session is open, an agent only says what it offers, or repeats an earlier conversation. */
  async #notification(method: string, params: JsonObject): Promise<void> {
    const { update } = params;
    if (method !== "session/update" || !isJsonObject(update)) return;
    if (this.#session === undefined || params["sessionId"] !== this.#session.id) return;
    await this.#listener.onUpdate(update);
  }

  async #answer(method: string, params: JsonObject): Promise<unknown> {
    if (method === "session/request_permission") return this.#listener.onPermission(params);
    // Files and terminals of the client are not offered. Some agents ask for them all the same.
    throw new JsonRpcError(METHOD_NOT_FOUND, `${method} is not offered by this client`);
  }
}

function earlyExit(title: string, { code, signal }: AgentEnd): Error {
  const how = signal === null ? `exit code ${code}` : `signal ${signal}`;
  return new Error(`${title} ended with ${how} before it had answered`);
}
