import type { AbpError } from "../../contract/index.ts";
import type { UpstreamCall, UpstreamHandler } from "../engine.ts";
import { notifyFailure } from "../failure/failed-handler.ts";

/** A call that is never sent. It fails right after `dispatch` has returned. */
export class RefusedCall implements UpstreamCall {
  #handler: UpstreamHandler | undefined;

  constructor(handler: UpstreamHandler, error: AbpError) {
    this.#handler = handler;
    process.nextTick(() => {
      if (this.#handler !== undefined) notifyFailure(this.#handler, error);
    });
  }

  resume(): void {
    // A call without an answer is never paused.
  }

  abort(): void {
    this.#handler = undefined;
  }
}
