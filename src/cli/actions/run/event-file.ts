import type { WriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import type { AgentEvent } from "../../../contract/index.ts";
import { type NewFile, unwritable } from "../../terminal/output.ts";

/** The bytes that may wait for the disk. */
const MAX_WAITING_BYTES = 256 * 1024;

/** Writes events to a file as JSON lines while they come. Memory does not grow with their number. */
export class EventFile {
  readonly #name: string;
  readonly #stream: WriteStream;
  #failure: unknown;
  #isEmpty = true;

  constructor({ name, handle }: NewFile) {
    this.#name = name;
    this.#stream = handle.createWriteStream({ highWaterMark: MAX_WAITING_BYTES });
    this.#stream.on("error", (error) => {
      this.#failure ??= error;
    });
  }

  /** Whether no event was added. */
  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  /** Gives a promise if the next event has to wait. After a failure events are left out; `close` throws it. */
  add(event: AgentEvent): Promise<void> | undefined {
    if (this.#failure !== undefined) return undefined;
    this.#isEmpty = false;
    if (this.#stream.write(`${JSON.stringify(event)}\n`)) return undefined;
    return new Promise((resolve) => {
      const done = () => {
        for (const name of ["drain", "close"]) this.#stream.removeListener(name, done);
        resolve();
      };
      for (const name of ["drain", "close"]) this.#stream.once(name, done);
    });
  }

  /** Waits until every event is written. Throws `output_unwritable` if one could not be. */
  async close(): Promise<void> {
    this.#stream.end();
    try {
      await finished(this.#stream);
    } catch (error) {
      this.#failure ??= error;
    }
    if (this.#failure !== undefined) throw unwritable(this.#name, this.#failure);
  }
}
