import type { AbpError } from "../../../contract/index.ts";
import type { HeaderList } from "../../../lib/index.ts";
import type { UpstreamCall, UpstreamHandler } from "../../engine.ts";
import { handlerError, notifyFailure } from "../../failure/failed-handler.ts";

/** How an answer ends: complete, silent for ever, or with an error as if the connection broke. */
export type Ending = "end" | "stall" | AbpError;

export interface Answer {
  readonly status: number;
  readonly headers: HeaderList;
  readonly frames: Iterator<string | Uint8Array, Ending>;
  /** Delay before the head. */
  readonly headDelayMs: number;
  /** Delay before each frame. */
  readonly frameDelayMs: number;
}

/** After this many frames, other tasks of the event loop run. */
const MAX_FRAMES_PER_TURN = 16;

/** Delivers one answer, some frames per turn of the event loop. It starts after `dispatch` has returned. */
export class Delivery implements UpstreamCall {
  readonly #engine: string;
  readonly #handler: UpstreamHandler;
  readonly #onOver: (delivery: Delivery) => void;
  #answer: Answer | undefined;
  #state: "waiting" | "head" | "body" | "paused" | "stalled" | "done" = "waiting";
  #immediate: NodeJS.Immediate | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** Calls `onOver` when the delivery has ended. */
  constructor(engine: string, handler: UpstreamHandler, onOver: (delivery: Delivery) => void) {
    this.#engine = engine;
    this.#handler = handler;
    this.#onOver = onOver;
  }

  /** Starts to deliver. Has no effect on an aborted delivery. */
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

  /** Ends the delivery with an error. */
  fail(error: AbpError): void {
    this.abort();
    notifyFailure(this.#handler, error);
  }

  #schedule(delayMs: number): void {
    if (delayMs > 0) this.#timer = setTimeout(this.#advance, delayMs);
    else this.#immediate = setImmediate(this.#advance);
  }

  readonly #advance = (): void => {
    try {
      this.#deliverSome(this.#answer!);
    } catch (error) {
      this.fail(handlerError(this.#engine, error));
    }
  };

  #deliverSome(answer: Answer): void {
    if (this.#state === "head") {
      this.#state = "body";
      this.#handler.onHead(answer.status, answer.headers);
      if (answer.frameDelayMs > 0 && this.#isOpen()) {
        this.#schedule(answer.frameDelayMs);
        return;
      }
    }
    const most = answer.frameDelayMs > 0 ? 1 : MAX_FRAMES_PER_TURN;
    for (let count = 0; count < most && this.#isOpen(); count++) this.#deliverFrame(answer);
    if (this.#isOpen()) this.#schedule(answer.frameDelayMs);
  }

  // A handler may abort or resume from within its callback, so the state is read again each time.
  #isOpen(): boolean {
    return this.#state === "body";
  }

  #deliverFrame(answer: Answer): void {
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
    else notifyFailure(this.#handler, ending);
  }

  #close(): void {
    this.#state = "done";
    this.#answer = undefined;
    this.#onOver(this);
  }
}
