import type { AbpError } from "../../contract/index.ts";
import type { HeaderList } from "../../lib/index.ts";
import type { UpstreamCall, UpstreamHandler } from "../engine.ts";
import { notifyFailure } from "../failure/failed-handler.ts";
import type { BearerToken } from "./bearer-token.ts";

/** What a call with a token needs of its engine. */
export interface TokenCallOptions {
  readonly token: Pick<BearerToken, "peek" | "get" | "replace">;
  /** Whether the request can be sent a second time: its body is held. */
  readonly isHeld: boolean;
  send(token: string, handler: UpstreamHandler): UpstreamCall;
}

const UNAUTHORIZED = 401;

/**
 * A call that carries a token which may have to be read first. If the engine refuses the token, the call is sent once more
 * with a new one; the handler sees one answer.
 */
export class TokenCall implements UpstreamCall, UpstreamHandler {
  readonly #options: TokenCallOptions;
  readonly #handler: UpstreamHandler;
  #inner: UpstreamCall | undefined;
  #sent: string | undefined;
  #isReplaced = false;
  #isOver = false;

  constructor(options: TokenCallOptions, handler: UpstreamHandler) {
    this.#options = options;
    this.#handler = handler;
    const token = options.token.peek();
    if (token !== undefined) this.#send(token);
    else this.#sendWith(options.token.get());
  }

  resume(): void {
    this.#inner?.resume();
  }

  abort(): void {
    this.#isOver = true;
    this.#inner?.abort();
  }

  onHead(status: number, headers: HeaderList): void {
    if (status === UNAUTHORIZED && this.#replace()) return;
    this.#handler.onHead(status, headers);
  }

  onData(chunk: Uint8Array): boolean {
    return this.#handler.onData(chunk);
  }

  onEnd(): void {
    this.#isOver = true;
    this.#handler.onEnd();
  }

  onFailure(error: AbpError): void {
    this.#isOver = true;
    this.#handler.onFailure(error);
  }

  // A request that cannot be sent again only makes the next call get a new token.
  #replace(): boolean {
    if (this.#isReplaced) return false;
    this.#isReplaced = true;
    const renewed = this.#options.token.replace(this.#sent!);
    if (renewed === undefined) return false;
    if (!this.#options.isHeld) {
      // The next call that needs the token tells the failure.
      renewed.catch(() => undefined);
      return false;
    }
    this.#inner!.abort();
    this.#sendWith(renewed);
    return true;
  }

  #sendWith(token: Promise<string>): void {
    token.then(
      (read) => {
        if (!this.#isOver) this.#send(read);
      },
      (error: AbpError) => {
        if (this.#isOver) return;
        this.#isOver = true;
        notifyFailure(this.#handler, error);
      },
    );
  }

  #send(token: string): void {
    this.#sent = token;
    this.#inner = this.#options.send(token, this);
  }
}
