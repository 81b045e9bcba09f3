import { setTimeout as pause } from "node:timers/promises";
import type { Dialect, Members, StateCodec } from "../../dialects/index.ts";
import type { KeptResponse, ResponseStore } from "../../storage/index.ts";
import type { AnswerSource, ResponseSink } from "../exchange/response-sink.ts";

/** The time after which further events are looked for, in milliseconds. */
const POLL_MS = 50;
/** The time without events after which the stream is kept alive, in milliseconds. */
const HEARTBEAT_MS = 10_000;

/** A response whose events a caller reads. */
export interface FollowedResponse {
  readonly id: string;
  readonly dialect: Dialect;
  readonly state: StateCodec;
  readonly responses: Pick<ResponseStore, "readEvents">;
  /** Finds the response as it is now; a response that nobody works on any more has failed. */
  readonly find: () => Promise<KeptResponse | undefined>;
  /** The number of the first event to send. */
  readonly from: number;
  /** Headers of the answer, names and values in turn. */
  readonly headers?: readonly string[];
}

/**
 * Sends the events of a kept response to a caller, from one of them on and until the response has ended. It reads them from the
 * store in portions, so any thread can do it, and a slow caller costs no memory.
 */
export class EventFollower implements AnswerSource {
  readonly #followed: FollowedResponse;
  readonly #sink: ResponseSink;
  readonly #stopping = new AbortController();
  #next: number;
  #hasEnd = false;
  #drained: PromiseWithResolvers<void> | undefined;

  constructor(followed: FollowedResponse, sink: ResponseSink) {
    this.#followed = followed;
    this.#sink = sink;
    this.#next = followed.from;
    sink.source = this;
  }

  resume(): void {
    this.#drained?.resolve();
    this.#drained = undefined;
  }

  /** Sends nothing more; the response itself goes on. */
  stop(): void {
    this.#stopping.abort();
    this.resume();
  }

  /** Resolves when the last event was sent or the follower was stopped. Rejects if the store cannot be read. */
  async run(): Promise<void> {
    const { headers = [] } = this.#followed;
    this.#sink.head(200, ["content-type", "text/event-stream; charset=utf-8", ...headers]);
    try {
      await this.#follow();
      if (!this.#isStopped) this.#sink.end();
    } catch (error) {
      if (this.#isStopped) return;
      this.#sink.break();
      throw error;
    } finally {
      this.#sink.source = undefined;
    }
  }

  get #isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  async #follow(): Promise<void> {
    const { id, responses, find } = this.#followed;
    let silentMs = 0;
    while (!this.#isStopped) {
      // Looked up before the events, so that a response that has ended has all of them.
      const found = await find();
      const events = await responses.readEvents(id, this.#next);
      if (events !== undefined) {
        silentMs = 0;
        for (const line of events.lines) await this.#send(line);
      } else if (found?.isPending !== true) {
        if (found !== undefined) await this.#finish(found);
        return;
      } else {
        silentMs = await this.#wait(silentMs);
      }
    }
  }

  async #wait(silentMs: number): Promise<number> {
    await pause(POLL_MS, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    if (silentMs < HEARTBEAT_MS || this.#isStopped) return silentMs + POLL_MS;
    this.#sink.write(this.#followed.dialect.transport.heartbeat);
    return 0;
  }

  // A response without events is replayed. One that was cancelled has events, and none that ends it.
  async #finish(found: KeptResponse): Promise<void> {
    const { id, state, responses, from } = this.#followed;
    const body = found.body as Members;
    const hasEvents = (await responses.readEvents(id, 0)) !== undefined;
    if (!hasEvents) {
      for (const event of state.replay(body).slice(from)) await this.#send(JSON.stringify(event));
    } else if (!this.#hasEnd && !(await this.#endsBefore())) {
      await this.#send(JSON.stringify(state.endOf(body, this.#next)));
    }
  }

  // Whether the caller has the last event already.
  async #endsBefore(): Promise<boolean> {
    const { id, responses } = this.#followed;
    if (this.#next === 0) return false;
    const last = await responses.readEvents(id, this.#next - 1);
    return last === undefined || last.lines.some((line) => this.#isEnd(line));
  }

  #isEnd(line: string): boolean {
    return this.#followed.dialect.observe(JSON.parse(line) as Members).end !== undefined;
  }

  async #send(line: string): Promise<void> {
    if (this.#isStopped) return;
    this.#next += 1;
    this.#hasEnd = this.#isEnd(line);
    if (this.#sink.write(this.#followed.state.frame(line))) return;
    this.#drained = Promise.withResolvers();
    await this.#drained.promise;
  }
}
