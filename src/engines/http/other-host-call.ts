import type { AbpError } from "../../contract/index.ts";
import type { HeaderList } from "../../lib/index.ts";
import type { SharedPool } from "../connection/connection-pools.ts";
import type { UpstreamCall, UpstreamHandler } from "../engine.ts";

/** A call at another host of the vendor. It has connections of its own, which are closed when it is over. */
export class OtherHostCall implements UpstreamCall, UpstreamHandler {
  readonly #shared: Pick<SharedPool, "release">;
  readonly #handler: UpstreamHandler;
  readonly #inner: UpstreamCall;

  constructor(
    shared: Pick<SharedPool, "release">,
    handler: UpstreamHandler,
    send: (inner: UpstreamHandler) => UpstreamCall,
  ) {
    this.#shared = shared;
    this.#handler = handler;
    this.#inner = send(this);
  }

  resume(): void {
    this.#inner.resume();
  }

  abort(): void {
    this.#inner.abort();
    this.#release();
  }

  onHead(status: number, headers: HeaderList): void {
    this.#handler.onHead(status, headers);
  }

  onData(chunk: Uint8Array): boolean {
    return this.#handler.onData(chunk);
  }

  onEnd(): void {
    this.#release();
    this.#handler.onEnd();
  }

  onFailure(error: AbpError): void {
    this.#release();
    this.#handler.onFailure(error);
  }

  // The connection delivers this very call's end, and is closed after that.
  #release(): void {
    setImmediate(() => void this.#shared.release());
  }
}
