import type { UpstreamCall, UpstreamRequest } from "../../engines/index.ts";
import type { ResponseHandler } from "../handlers/response-handler.ts";
import type { Target } from "../routing/target.ts";
import type { HeartbeatTimer } from "../scheduling/heartbeat-timer.ts";

/** One try to serve a call on one engine: the request that is sent, and the handler of the response. */
export class Attempt {
  readonly target: Target;
  readonly response: ResponseHandler;
  readonly #heartbeats: HeartbeatTimer;
  #upstream: UpstreamCall | undefined;
  #isClosed = false;

  constructor(target: Target, response: ResponseHandler, heartbeats: HeartbeatTimer) {
    this.target = target;
    this.response = response;
    this.#heartbeats = heartbeats;
  }

  /** Sends the request. The engine may answer or fail before this returns. */
  send(): void {
    const { request } = this.response;
    if (this.response.tick !== undefined) this.#heartbeats.add(this.response);
    if (request === undefined) {
      this.response.onEnd();
      return;
    }
    this.#upstream = this.target.engine.dispatch(request, this.response);
  }

  /** Sends a further request, whose response goes to the same handler. */
  sendAgain(request: UpstreamRequest): void {
    if (!this.#isClosed) this.#upstream = this.target.engine.dispatch(request, this.response);
  }

  /** Reads on after the caller has taken what it was sent. */
  resume(): void {
    this.#upstream?.resume();
  }

  /** Stops the engine's work and closes the connection to it. */
  abort(): void {
    this.#upstream?.abort();
  }

  /** Ends the heartbeats and frees what the handler holds. May be called more than once. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.response.tick !== undefined) this.#heartbeats.remove(this.response);
    this.response.release?.();
  }
}
