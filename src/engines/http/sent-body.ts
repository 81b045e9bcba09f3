/**
 * How far a body is that is sent while it is received.
 * - `waiting`: no connection has taken the request.
 * - `receiving`: the engine has taken everything, and the next chunk has not come.
 * - `sending`: the engine has not taken the last chunk.
 * - `sent`: nothing more follows.
 */
export type SendingState = "waiting" | "receiving" | "sending" | "sent";

/** A body on its way to an engine. It tells who waits for whom, so that each is given time of its own. */
export class SentBody implements AsyncIterable<Uint8Array> {
  state: SendingState = "waiting";
  readonly #chunks: AsyncIterable<Uint8Array>;
  readonly #onChange: () => void;

  /** `onChange` is called after each change of the state. */
  constructor(chunks: AsyncIterable<Uint8Array>, onChange: () => void) {
    this.#chunks = chunks;
    this.#onChange = onChange;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void> {
    this.#set("receiving");
    for await (const chunk of this.#chunks) {
      this.#set("sending");
      yield chunk;
      this.#set("receiving");
    }
    this.#set("sent");
  }

  #set(state: SendingState): void {
    this.state = state;
    this.#onChange();
  }
}
