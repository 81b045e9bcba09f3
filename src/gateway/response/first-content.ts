import { AbpError, type StreamEvent } from "../../contract/index.ts";
import { type Dialect, isContent, type StreamReader } from "../../dialects/index.ts";
import { SseError, SseReader } from "../../lib/index.ts";
import { ByteWindow } from "../bytes/byte-window.ts";

/** Looks for the first word of a stream that passes as it is: until it came, another engine can still take over. */
export class FirstContent {
  readonly #reader: StreamReader;
  readonly #source: SseReader;
  /** What came so far, for want of a first word. */
  readonly held = new ByteWindow();
  /** Whether the answer itself has begun, or what came cannot be read and so is the caller's to judge. */
  hasCome = false;
  /** The error that came in its place. */
  failure: Extract<StreamEvent, { type: "error" }> | undefined;

  constructor(dialect: Dialect) {
    this.#reader = dialect.openReader();
    this.#source = new SseReader((data, event) => this.#reader.push(data, event, this.#take));
  }

  /** Takes the next bytes. */
  push(bytes: Uint8Array): void {
    this.held.add(bytes);
    try {
      this.#source.push(bytes);
    } catch (error) {
      if (!AbpError.is(error) && !(error instanceof SseError)) throw error;
      this.hasCome = true;
    }
  }

  readonly #take = (event: StreamEvent): void => {
    if (this.hasCome) return;
    if (event.type === "error") this.failure ??= event;
    else if (isContent(event)) this.hasCome = true;
  };
}
