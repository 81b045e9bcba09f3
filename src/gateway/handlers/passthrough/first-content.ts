import { AbpError, type StreamEvent } from "../../../contract/index.ts";
import { type Dialect, isContent, type StreamReader } from "../../../dialects/index.ts";
import { SseError, SseReader } from "../../../lib/index.ts";
import { ByteWindow } from "../../bytes/byte-window.ts";

/** Holds a stream back until its first content arrives: until then another engine can still take over. */
export class FirstContent {
  readonly #reader: StreamReader;
  readonly #source: SseReader;
  /** The bytes so far. */
  readonly held = new ByteWindow();
  /** Whether content arrived, or bytes that cannot be read, which go to the caller as they are. */
  hasCome = false;
  /** The error event that arrived before any content. */
  failure: Extract<StreamEvent, { type: "error" }> | undefined;

  constructor(dialect: Dialect) {
    this.#reader = dialect.openReader();
    this.#source = new SseReader((data, event) => this.#reader.push(data, event, this.#take));
  }

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
