import type { AbpError } from "../../../contract/index.ts";
import type { UpstreamCall, UpstreamHandler } from "../../engine.ts";

/** How an answer ends: as it should, in silence, or with the connection broken off. */
export type Ending = "end" | "stall" | AbpError;

/** An answer on its way. */
export interface Answer {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly frames: Iterator<string | Uint8Array, Ending>;
  /** The pause before the head, and before each frame. */
  readonly headDelayMs: number;
  readonly frameDelayMs: number;
}

// So many frames go out before others get their turn.
const GROUP = 16;

/** Hands one answer over, a group of frames at a time; it begins after the dispatch has returned. */
export class Delivery implements UpstreamCall {
  readonly #handler: UpstreamHandler;
  readonly #onOver: (delivery: Delivery) => void;
  #answer: Answer | undefined;
  #state: "waiting" | "head" | "body" | "paused" | "stalled" | "done" = "waiting";
  #immediate: NodeJS.Immediate | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** `onOver` is told when nothing more will be handed over. */
  constructor(handler: UpstreamHandler, onOver: (delivery: Delivery) => void) {
    this.#handler = handler;
    this.#onOver = onOver;
  }

  /** Begins with the answer, once it is known. */
  start(answer: Answer): void {
    if (this.#state !== "waiting") return;
    this.#answer = answer;
    this.#state = "head";
    this.#schedule(answer.headDelayMs);
  }

  resume(): void {
    if (this.#state !== "paused") return;
    this.#state = "body";
    this.#schedule(this.#answer!.frameDelayMs);
  }

  abort(): void {
    if (this.#immediate !== undefined) clearImmediate(this.#immediate);
    if (this.#timer !== undefined) clearTimeout(this.#timer);
    this.#close();
  }

  /** Breaks the answer off from this side. */
  fail(error: AbpError): void {
    this.abort();
    this.#handler.onFailure(error);
  }

  #schedule(delayMs: number): void {
    if (delayMs > 0) this.#timer = setTimeout(this.#advance, delayMs);
    else this.#immediate = setImmediate(this.#advance);
  }

  readonly #advance = (): void => {
    const answer = this.#answer;
    if (answer === undefined) return;
    if (this.#state === "head") {
      this.#state = "body";
      this.#handler.onHead(answer.status, answer.headers);
      if (answer.frameDelayMs > 0 && this.#isOpen()) {
        this.#schedule(answer.frameDelayMs);
        return;
      }
    }
    const most = answer.frameDelayMs > 0 ? 1 : GROUP;
    for (let count = 0; count < most && this.#isOpen(); count++) this.#step(answer);
    if (this.#isOpen()) this.#schedule(answer.frameDelayMs);
  };

  // A handler may abort or resume while it is called, so the state is asked again each time.
  #isOpen(): boolean {
    return this.#state === "body";
  }

  #step(answer: Answer): void {
    const next = answer.frames.next();
    if (next.done === true) {
      this.#finish(next.value);
      return;
    }
    const chunk = typeof next.value === "string" ? Buffer.from(next.value) : next.value;
    if (!this.#handler.onData(chunk) && this.#isOpen()) this.#state = "paused";
  }

  #finish(ending: Ending): void {
    if (ending === "stall") {
      this.#state = "stalled";
      return;
    }
    this.#close();
    if (ending === "end") this.#handler.onEnd();
    else this.#handler.onFailure(ending);
  }

  #close(): void {
    this.#state = "done";
    this.#answer = undefined;
    this.#onOver(this);
  }
}
