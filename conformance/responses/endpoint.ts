import { WebSocket } from "ws";
import { isObject, type Json } from "./check/shape.ts";

/** Where the API is, and how it is called. */
export interface EndpointOptions {
  /** Up to and including `/v1`. */
  readonly baseUrl: string;
  readonly key: string;
  readonly model: string;
  /** Further headers of each call. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answered {
  readonly status: number;
  readonly body: unknown;
}

const TURN_TIMEOUT_MS = 60_000;

/** A Responses API under test. */
export class Endpoint {
  readonly model: string;
  readonly #options: EndpointOptions;

  constructor(options: EndpointOptions) {
    this.#options = options;
    this.model = options.model;
  }

  /** Asks for a response; the model is filled in. */
  create(request: Json): Promise<Answered> {
    return this.post("/responses", request);
  }

  async post(path: string, request: Json): Promise<Answered> {
    const answer = await this.#fetch(path, request);
    const text = await answer.text();
    return { status: answer.status, body: parse(text) };
  }

  async get(path: string): Promise<Answered> {
    const answer = await fetch(`${this.#options.baseUrl}${path}`, { headers: this.#headers() });
    return { status: answer.status, body: parse(await answer.text()) };
  }

  /** Asks for a stream and returns its events. */
  async stream(request: Json): Promise<Answered & { readonly events: readonly Json[] }> {
    const answer = await this.#fetch("/responses", { ...request, stream: true });
    const text = await answer.text();
    const events = text
      .split("\n")
      .filter((line) => line.startsWith("data:") && line.slice(5).trim() !== "[DONE]")
      .map((line) => parse(line.slice(5)))
      .filter(isObject);
    return { status: answer.status, body: answer.ok ? undefined : parse(text), events };
  }

  /**
   * Sends requests over one WebSocket, each after the answer to the one before it, and returns the events of each. A
   * request may be made from the answers so far.
   */
  converse(requests: readonly (Json | ((turns: readonly (readonly Json[])[]) => Json))[]): Promise<Json[][]> {
    const { baseUrl } = this.#options;
    const web = new WebSocket(`${baseUrl.replace(/^http/, "ws")}/responses`, { headers: this.#headers() });
    const turns: Json[][] = [];
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => fail(new Error("a turn took too long")), TURN_TIMEOUT_MS);
      const fail = (error: Error) => {
        clearTimeout(timer);
        web.terminate();
        reject(error);
      };
      const next = () => {
        const request = requests[turns.length];
        if (request === undefined) {
          clearTimeout(timer);
          web.close();
          resolve(turns);
          return;
        }
        const made = typeof request === "function" ? request(turns) : request;
        turns.push([]);
        web.send(JSON.stringify({ type: "response.create", model: this.model, ...made }));
      };
      web.on("open", next);
      web.on("error", fail);
      web.on("close", () => fail(new Error("the connection was closed")));
      web.on("message", (data) => {
        const event = parse(String(data));
        if (!isObject(event)) return fail(new Error(`a message is no JSON object: ${String(data)}`));
        turns.at(-1)!.push(event);
        if (isLast(event)) next();
      });
    });
  }

  #headers(): Record<string, string> {
    return { authorization: `Bearer ${this.#options.key}`, ...this.#options.headers };
  }

  #fetch(path: string, request: Json): Promise<Response> {
    return fetch(`${this.#options.baseUrl}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...this.#headers() },
      body: JSON.stringify({ model: this.model, ...request }),
    });
  }
}

// An error inside a stream has a number, and a failed response follows it.
function isLast({ type, sequence_number: number }: Json): boolean {
  if (type === "error") return number === undefined;
  return type === "response.completed" || type === "response.failed" || type === "response.incomplete";
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
