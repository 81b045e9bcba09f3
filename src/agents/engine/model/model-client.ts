import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Conversation, Reply, StreamEvent } from "../../../contract/index.ts";
import { applyEvent, type Dialect, type WriterNote, writeConversation } from "../../../dialects/index.ts";
import { SseReader } from "../../../lib/index.ts";
import { callHeaders } from "../../connection/agent-connection.ts";
import type { HostGateway } from "../../host/host-environment.ts";
import { CallError, readCallError } from "./call-error.ts";
import { postRequest } from "./gateway-request.ts";

const MAX_ATTEMPTS = 3;
const FIRST_WAIT_MS = 500;

/** How a client reaches the engine. */
export interface ClientSetting {
  readonly gateway: HostGateway;
  /** The dialect of the calls. If the engine speaks the same, its requests and answers pass the gateway unchanged. */
  readonly dialect: Dialect;
  /** The wait before the second attempt of a call. */
  readonly firstWaitMs?: number;
}

/** A request as it goes out. */
export interface ModelRequest {
  /** Below the base URL of the dialect, such as `/v1/messages`. */
  readonly path: string;
  readonly body: string;
  /** Names and values in turn. */
  readonly headers?: readonly string[] | undefined;
}

/** Calls a model through the gateway of the run. */
export class ModelClient {
  readonly dialect: Dialect;
  readonly #gateway: HostGateway;
  readonly #firstWaitMs: number;
  #calls = 0;

  constructor({ gateway, dialect, firstWaitMs = FIRST_WAIT_MS }: ClientSetting) {
    this.dialect = dialect;
    this.#gateway = gateway;
    this.#firstWaitMs = firstWaitMs;
  }

  /**
   * Asks for one streamed reply. Each event goes to `onEvent` before the next one is read. Throws `CallError` if the engine
   * fails, or its stream breaks off.
   */
  async ask(
    conversation: Conversation,
    signal: AbortSignal,
    onEvent: (event: StreamEvent) => Promise<void>,
  ): Promise<Reply> {
    const { path, body, headers } = writeConversation(conversation, this.dialect, refuseLoss);
    const answer = await this.send({ path, body: JSON.stringify(body), headers }, signal);
    this.#calls += 1;
    const reply: Reply = { candidates: [] };
    for await (const event of this.#read(answer, `${this.#calls}`)) {
      signal.throwIfAborted();
      if (event.type === "error") throw new CallError(`the engine's stream failed: ${event.message}`);
      applyEvent(reply, event);
      await onEvent(event);
    }
    return reply;
  }

  /** Sends a request, and resolves with the head of a success. A passing failure is tried again. Throws `CallError`. */
  async send(request: ModelRequest, signal: AbortSignal): Promise<IncomingMessage> {
    for (let attempt = 1; ; attempt += 1) {
      const waitMs = this.#firstWaitMs * 2 ** (attempt - 1);
      const outcome = await this.#attempt(request, signal, waitMs);
      if (!(outcome instanceof CallError)) return outcome;
      if (outcome.retryAfterMs === undefined || attempt === MAX_ATTEMPTS) throw outcome;
      await sleep(outcome.retryAfterMs, undefined, { signal });
    }
  }

  async #attempt(
    { path, body, headers = [] }: ModelRequest,
    signal: AbortSignal,
    waitMs: number,
  ): Promise<IncomingMessage | CallError> {
    const { baseUrl, token } = this.#gateway;
    const { transport, id } = this.dialect;
    const { header, prefix } = transport.credential;
    try {
      const answer = await postRequest({
        // The dialect's name in the path tells dialects apart that have the same paths.
        url: `${baseUrl.replace(/\/+$/, "")}/${id}${path}`,
        headers: {
          ...pairs(transport.headers),
          ...pairs(headers),
          ...callHeaders({ ...this.#gateway, home: "", inherited: {} }),
          [header]: `${prefix}${token}`,
        },
        body,
        signal,
      });
      return answer.statusCode === 200 ? answer : await readCallError(answer, this.dialect, waitMs);
    } catch (error) {
      signal.throwIfAborted();
      return new CallError(`the gateway did not answer: ${(error as Error).message}`, waitMs);
    }
  }

  async *#read(answer: IncomingMessage, id: string): AsyncGenerator<StreamEvent> {
    const events: StreamEvent[] = [];
    const take = (event: StreamEvent) => void events.push(event);
    const reader = this.dialect.openReader(id);
    const sse = new SseReader((data, event) => reader.push(data, event, take));
    let fault: Error | undefined;
    try {
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        sse.push(chunk);
        yield* events.splice(0);
      }
      sse.end();
    } catch (error) {
      // The connection broke, or what came cannot be read.
      fault = error as Error;
    }
    yield* events.splice(0);
    if (fault !== undefined) throw new CallError(`the engine's stream broke off: ${fault.message}`);
    reader.end(take);
    yield* events;
  }
}

/** A rule may adapt what we ask for, but nothing that the order asks for may be dropped. */
function refuseLoss({ disposition, reason, feature }: WriterNote): void {
  if (disposition !== "refused") return;
  throw new CallError(`the engine cannot be asked for ${feature ?? "this"}: ${reason}`);
}

function pairs(list: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let at = 0; at < list.length; at += 2) headers[list[at]!] = list[at + 1]!;
  return headers;
}
