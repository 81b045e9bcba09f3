import type { AbpError } from "../../contract/index.ts";
import type { UpstreamCall, UpstreamHandler } from "../engine.ts";

/** A call that is never sent: it fails as soon as its caller has it in hand. */
export class RefusedCall implements UpstreamCall {
  #handler: UpstreamHandler | undefined;

  constructor(handler: UpstreamHandler, error: AbpError) {
    this.#handler = handler;
    process.nextTick(() => this.#handler?.onFailure(error));
  }

  resume(): void {
    // Nothing was ever paused.
  }

  abort(): void {
    this.#handler = undefined;
  }
}
