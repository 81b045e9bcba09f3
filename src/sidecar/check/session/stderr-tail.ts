const TAIL_BYTES = 2048;

/** Reads standard error, so that the sidecar never blocks on it, and keeps the end. */
export class StderrTail {
  bytes = 0;
  #tail = Buffer.alloc(0);

  push(chunk: Buffer): void {
    this.bytes += chunk.length;
    this.#tail = Buffer.concat([this.#tail, chunk]).subarray(-TAIL_BYTES);
  }

  text(): string {
    return this.#tail.toString("utf8");
  }
}
