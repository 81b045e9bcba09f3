import { assistantMessage } from "./assistant-line.ts";
import type { SessionLines } from "./session-lines.ts";

type Kind = "text" | "thinking";

const EMPTY = {
  text: { type: "text", text: "" },
  thinking: { type: "thinking", thinking: "", signature: "" },
} as const;

/** Writes one message of the model in pieces, as the events of the Messages API. Blocks of it follow one another. */
export class PartialMessage {
  readonly #lines: SessionLines;
  readonly #id: string;
  readonly #model: string;
  #block: Kind | undefined;
  #index = -1;

  constructor(lines: SessionLines, id: string, model: string) {
    this.#lines = lines;
    this.#id = id;
    this.#model = model;
  }

  async piece(kind: Kind, text: string): Promise<void> {
    if (this.#block !== kind) await this.#open(kind);
    const delta = kind === "text" ? { type: "text_delta", text } : { type: "thinking_delta", thinking: text };
    await this.#event({ type: "content_block_delta", index: this.#index, delta });
  }

  /** Ends the message. Without a piece it never began. */
  async end(): Promise<void> {
    if (this.#index === -1) return;
    await this.#close();
    const delta = { stop_reason: "end_turn", stop_sequence: null };
    await this.#event({ type: "message_delta", delta, usage: { output_tokens: 0 } });
    await this.#event({ type: "message_stop" });
    this.#index = -1;
  }

  async #open(kind: Kind): Promise<void> {
    if (this.#index === -1) {
      await this.#event({ type: "message_start", message: assistantMessage(this.#id, this.#model, []) });
    }
    await this.#close();
    this.#index += 1;
    this.#block = kind;
    await this.#event({ type: "content_block_start", index: this.#index, content_block: EMPTY[kind] });
  }

  async #close(): Promise<void> {
    if (this.#block === undefined) return;
    this.#block = undefined;
    await this.#event({ type: "content_block_stop", index: this.#index });
  }

  async #event(event: object): Promise<void> {
    await this.#lines.write({ type: "stream_event", event, parent_tool_use_id: null });
  }
}
