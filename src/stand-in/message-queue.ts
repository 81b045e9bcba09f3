/** Messages that wait for their turn. One reader takes them in their order. */
export class MessageQueue<Message> {
  readonly #waiting: Message[] = [];
  #wake: (() => void) | undefined;
  #isClosed = false;

  /** Whether no message waits and none can come any more. */
  get isOver(): boolean {
    return this.#isClosed && this.#waiting.length === 0;
  }

  push(message: Message): void {
    this.#waiting.push(message);
    this.#wake?.();
  }

  /** No more messages come. Those that wait are still taken. */
  close(): void {
    this.#isClosed = true;
    this.#wake?.();
  }

  /** Drops the messages that wait, and closes the queue. */
  abandon(): void {
    this.#waiting.length = 0;
    this.close();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Message> {
    for (;;) {
      const next = this.#waiting.shift();
      if (next !== undefined) {
        yield next;
        continue;
      }
      if (this.#isClosed) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
