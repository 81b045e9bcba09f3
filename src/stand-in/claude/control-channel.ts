import type { JsonObject } from "../../lib/index.ts";
import { isObject, textMember } from "../lines/json-lines.ts";
import type { LineWriter } from "../lines/line-writer.ts";

interface Pending {
  readonly resolve: (response: JsonObject) => void;
  readonly reject: (error: Error) => void;
}

/** The control protocol's requests from us to the program, and answers to the program's own. */
export class ControlChannel {
  readonly #writer: LineWriter;
  readonly #newId: () => string;
  readonly #pending = new Map<string, Pending>();
  #closed: Error | undefined;

  constructor(writer: LineWriter, newId: () => string) {
    this.#writer = writer;
    this.#newId = newId;
  }

  /** Asks the program. Rejects with its error, when `signal` aborts, and when the program can no longer answer. */
  async request(request: object, signal?: AbortSignal): Promise<JsonObject> {
    if (this.#closed !== undefined) throw this.#closed;
    const id = this.#newId();
    const { promise, resolve, reject } = Promise.withResolvers<JsonObject>();
    this.#pending.set(id, { resolve, reject });
    const cancel = () => {
      void this.#writer.write({ type: "control_cancel_request", request_id: id });
      reject(new Error("the question is no longer open"));
    };
    signal?.addEventListener("abort", cancel);
    try {
      await this.#writer.write({ type: "control_request", request_id: id, request });
      return await promise;
    } finally {
      signal?.removeEventListener("abort", cancel);
      this.#pending.delete(id);
    }
  }

  /** Takes an answer of the program. */
  receive(line: JsonObject): void {
    const response = isObject(line["response"]) ? line["response"] : {};
    const pending = this.#pending.get(textMember(response, "request_id") ?? "");
    if (pending === undefined) return;
    if (response["subtype"] === "error")
      pending.reject(new Error(textMember(response, "error") ?? "no message"));
    else pending.resolve(isObject(response["response"]) ? response["response"] : {});
  }

  answer(requestId: string, response: object): void | Promise<void> {
    return this.#respond({ subtype: "success", request_id: requestId, response });
  }

  refuse(requestId: string, error: string): void | Promise<void> {
    return this.#respond({ subtype: "error", request_id: requestId, error });
  }

  /** Rejects every open request and all later ones. */
  close(reason: Error): void {
    this.#closed ??= reason;
    for (const { reject } of this.#pending.values()) reject(this.#closed);
  }

  #respond(response: object): void | Promise<void> {
    return this.#writer.write({ type: "control_response", response });
  }
}
