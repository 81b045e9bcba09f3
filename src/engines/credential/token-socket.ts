import type { AbpError } from "../../contract/index.ts";
import type { EngineSocket, SocketHandler } from "../engine-socket.ts";

/** The close code if there was no closing handshake. */
const ABNORMAL = 1006;

/** A WebSocket that is opened once its token is read. */
export class TokenSocket implements EngineSocket {
  #inner: EngineSocket | undefined;
  readonly #handler: SocketHandler;
  #isOver = false;

  constructor(token: Promise<string>, connect: (token: string) => EngineSocket, handler: SocketHandler) {
    this.#handler = handler;
    token.then(
      (read) => {
        if (!this.#isOver) this.#inner = connect(read);
      },
      (error: AbpError) => {
        if (!this.#isOver) handler.onFailure(error);
      },
    );
  }

  /** Before `onOpen` nothing can be sent. */
  send(data: Uint8Array, isBinary: boolean): boolean {
    return this.#inner?.send(data, isBinary) ?? false;
  }

  close(code: number | undefined, reason: string): void {
    if (this.#inner !== undefined) this.#inner.close(code, reason);
    else if (!this.#isOver) {
      this.#isOver = true;
      process.nextTick(() => this.#handler.onClose(ABNORMAL, ""));
    }
  }

  resume(): void {
    this.#inner?.resume();
  }

  abort(): void {
    this.#isOver = true;
    this.#inner?.abort();
  }
}
