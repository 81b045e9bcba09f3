import { type ClientRequest, type IncomingMessage, request } from "node:http";

/** A call that a test sends and receives piece by piece, and can cut. */
export class SlowCaller {
  readonly #request: ClientRequest;
  readonly #received: Buffer[] = [];
  #answer: IncomingMessage | undefined;
  /** Resolves when the answer, or the connection, has ended. */
  readonly over: Promise<void>;

  constructor(url: string, method: string, headers: Readonly<Record<string, string | number>>) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.over = promise;
    this.#request = request(url, { method, headers, agent: false });
    this.#request.on("response", (answer) => {
      this.#answer = answer;
      answer.on("data", (chunk: Buffer) => this.#received.push(chunk));
      answer.on("close", resolve);
      // An answer that is cut ends with an error; `isWhole` tells.
      answer.on("error", () => undefined);
    });
    this.#request.on("close", resolve);
    this.#request.on("error", () => undefined);
    this.#request.flushHeaders();
  }

  get status(): number | undefined {
    return this.#answer?.statusCode;
  }

  get runId(): string {
    return String(this.#answer?.headers["x-abp-run-id"] ?? "none");
  }

  get received(): Buffer {
    return Buffer.concat(this.#received);
  }

  /** Whether the answer says itself that nothing is missing. */
  get isWhole(): boolean {
    return this.#answer?.complete === true;
  }

  write(bytes: Uint8Array): void {
    this.#request.write(bytes);
  }

  end(): this {
    this.#request.end();
    return this;
  }

  /** Cuts the connection. */
  cut(): void {
    this.#request.destroy();
  }
}
