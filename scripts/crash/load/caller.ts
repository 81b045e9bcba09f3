import { Agent, request } from "node:http";
import { CANARIES } from "../canary/canaries.ts";
import { type PlannedCall, planCall } from "./call-plan.ts";

/** An answer of which at least the head arrived. */
export interface Answer {
  readonly call: PlannedCall;
  readonly status: number;
  readonly runId: string | undefined;
  /** The error code of the backplane. */
  readonly error: string | undefined;
  /** Whether the whole body arrived. */
  readonly isComplete: boolean;
  readonly body: string;
}

/** Calls a daemon from several connections until it is stopped, and notes every answer. */
export class Load {
  readonly answers: Answer[] = [];
  readonly sent: PlannedCall[] = [];
  readonly #url: string;
  readonly #seed: number;
  readonly #agent = new Agent({ keepAlive: true });
  #isOver = false;
  #running: Promise<void>[] = [];

  constructor(url: string, seed: number) {
    this.#url = url;
    this.#seed = seed;
  }

  start(callers: number): void {
    this.#running = Array.from({ length: callers }, () => this.#loop());
  }

  /** Starts no more calls; settles when each one under way has ended. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
    this.#agent.destroy();
  }

  async #loop(): Promise<void> {
    while (!this.#isOver) {
      const call = planCall(this.#seed, this.sent.length);
      this.sent.push(call);
      const answer = await this.#send(call);
      if (answer !== undefined) this.answers.push(answer);
      else await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  #send(call: PlannedCall): Promise<Answer | undefined> {
    const headers = {
      "content-type": "application/json",
      "x-abp-key": call.key.token,
      "x-abp-engine": call.engine,
      "x-secret": CANARIES.header,
    };
    return new Promise((resolve) => {
      const sent = request(`${this.#url}${call.path}`, { method: "POST", headers, agent: this.#agent });
      sent.on("error", () => resolve(undefined));
      sent.on("response", (response) => {
        let body = "";
        const settle = (isComplete: boolean) => {
          const header = (name: string) => response.headers[name] as string | undefined;
          const facts = { runId: header("x-abp-run-id"), error: header("x-abp-error") };
          resolve({ call, status: response.statusCode ?? 0, ...facts, isComplete, body });
        };
        response.on("data", (chunk: Buffer) => (body += chunk.toString()));
        response.on("end", () => settle(response.complete));
        response.on("error", () => settle(false));
        response.on("close", () => settle(false));
      });
      sent.end(call.body);
    });
  }
}
