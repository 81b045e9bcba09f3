import { Agent, request } from "node:http";

const PAUSE_MS = 5;

/** Asks the daemon over and over, one request after the other, and keeps the longest time that an answer took. */
export class Probe {
  readonly #port: number;
  readonly #path: string;
  readonly #body: string | undefined;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #isRunning = true;
  #worst = 0;
  readonly #done: Promise<void>;

  constructor(port: number, path: string, body?: string) {
    this.#port = port;
    this.#path = path;
    this.#body = body;
    this.#done = this.#run();
  }

  /** Stops, and answers the longest time in milliseconds. */
  async stop(): Promise<number> {
    this.#isRunning = false;
    await this.#done;
    this.#agent.destroy();
    return this.#worst;
  }

  async #run(): Promise<void> {
    while (this.#isRunning) {
      const start = performance.now();
      await this.#ask();
      this.#worst = Math.max(this.#worst, performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  #ask(): Promise<void> {
    return new Promise((resolve) => {
      const body = this.#body;
      const call = request(
        {
          host: "127.0.0.1",
          port: this.#port,
          path: this.#path,
          method: body === undefined ? "GET" : "POST",
          agent: this.#agent,
          headers:
            body === undefined
              ? {}
              : {
                  "content-type": "application/json",
                  "content-length": Buffer.byteLength(body),
                  authorization: "Bearer bench-key",
                  "x-abp-engine": "openai",
                },
        },
        (response) => {
          response.resume();
          response.once("end", resolve);
        },
      );
      // A request that meets a connection which is just being closed is asked again.
      call.once("error", () => resolve());
      call.end(body);
    });
  }
}
