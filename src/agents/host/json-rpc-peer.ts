import type { JsonObject, JsonValue } from "../../lib/index.ts";
import { isJsonObject } from "./agent-line.ts";

export const METHOD_NOT_FOUND = -32_601;
const INTERNAL_ERROR = -32_603;

/** More requests than this are refused at once, so that an agent which only asks cannot fill the memory. */
const MAX_OPEN_REQUESTS = 1000;

const TOO_MANY = { code: INTERNAL_ERROR, message: "too many requests are open" };

/** An error answer of JSON-RPC: one that came from the other side, or one to send. */
export class JsonRpcError extends Error {
  readonly code: number;
  readonly data: JsonValue | undefined;

  constructor(code: number, message: string, data?: JsonValue) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** How a peer sends, and what it does with what it receives. */
export interface JsonRpcHandlers {
  readonly send: (message: object) => void | Promise<void>;
  /** Answers a request of the other side. An exception becomes an error answer; throw a JsonRpcError to choose its code. */
  readonly onRequest: (method: string, params: JsonObject) => Promise<unknown>;
  readonly onNotification: (method: string, params: JsonObject) => void | Promise<void>;
}

export interface JsonRpcOptions {
  /** Whether messages carry `"jsonrpc": "2.0"`. True unless given. */
  readonly namesVersion?: boolean;
}

interface Pending {
  readonly method: string;
  readonly resolve: (result: JsonValue) => void;
  readonly reject: (error: Error) => void;
}

/** One side of a JSON-RPC conversation, with requests in both directions. */
export class JsonRpcPeer {
  readonly #handlers: JsonRpcHandlers;
  readonly #head: object;
  readonly #pending = new Map<number, Pending>();
  #count = 0;
  /** Requests of the other side that wait for our answer. */
  #open = 0;
  #closed: Error | undefined;

  constructor(handlers: JsonRpcHandlers, { namesVersion = true }: JsonRpcOptions = {}) {
    this.#handlers = handlers;
    this.#head = namesVersion ? { jsonrpc: "2.0" } : {};
  }

  /**
   * Sends a request and resolves with its result. Rejects with a JsonRpcError for an error answer, with an Error after
   * `timeoutMs`, and with the reason of `close`. Waits without limit if no time is given.
   */
  async request(method: string, params: object, timeoutMs?: number): Promise<JsonValue> {
    if (this.#closed !== undefined) throw this.#closed;
    this.#count += 1;
    const id = this.#count;
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<JsonValue>((resolve, reject) => {
        this.#pending.set(id, { method, resolve, reject });
        if (timeoutMs !== undefined) {
          timer = setTimeout(
            () => reject(new Error(`${method} got no answer in ${timeoutMs} ms`)),
            timeoutMs,
          );
        }
        void this.#send({ ...this.#head, id, method, params });
      });
    } finally {
      clearTimeout(timer);
      this.#pending.delete(id);
    }
  }

  /** Sends a notification. After `close` nothing is sent. */
  notify(method: string, params: object): void {
    void this.#send({ ...this.#head, method, params });
  }

  /**
   * Handles one message. Resolves when a notification is handled. A request is answered later, so that one which waits for a
   * person does not hold up the next message; only a refusal is waited for until the other side takes it.
   */
  async receive(message: JsonObject): Promise<void> {
    const { method, id } = message;
    const params = isJsonObject(message["params"]) ? message["params"] : {};
    if (typeof method !== "string") this.#settle(message);
    else if (id === undefined) await this.#handlers.onNotification(method, params);
    else if (this.#open < MAX_OPEN_REQUESTS) void this.#answer(id, method, params);
    else await this.#send({ ...this.#head, id, error: TOO_MANY });
  }

  /** Rejects every open request and all later ones. The first reason stays. */
  close(reason: Error): void {
    this.#closed ??= reason;
    for (const { reject } of this.#pending.values()) reject(this.#closed);
    this.#pending.clear();
  }

  #settle(message: JsonObject): void {
    const pending = this.#pending.get(message["id"] as number);
    if (pending === undefined) return;
    const { error } = message;
    if (!isJsonObject(error)) pending.resolve(message["result"] ?? null);
    else {
      const code = typeof error["code"] === "number" ? error["code"] : INTERNAL_ERROR;
      const text = typeof error["message"] === "string" ? error["message"] : "no message";
      pending.reject(new JsonRpcError(code, `${pending.method} failed: ${text}`, error["data"]));
    }
  }

  async #answer(id: JsonValue, method: string, params: JsonObject): Promise<void> {
    this.#open += 1;
    let answer: object;
    try {
      answer = { result: (await this.#handlers.onRequest(method, params)) ?? null };
    } catch (error) {
      const code = error instanceof JsonRpcError ? error.code : INTERNAL_ERROR;
      answer = { error: { code, message: error instanceof Error ? error.message : String(error) } };
    }
    this.#open -= 1;
    await this.#send({ ...this.#head, id, ...answer });
  }

  async #send(message: object): Promise<void> {
    if (this.#closed === undefined) await this.#handlers.send(message);
  }
}
