import { assistantMessage } from "./assistant-line.ts";
import { messageUsage } from "./claude-usage.ts";
import type { MessageEnd, MessageHead } from "./current-message.ts";
import type { SessionLines } from "./session-lines.ts";

type Kind = "text" | "thinking";

const EMPTY = {
  text: { type: "text", text: "" },
  thinking: { type: "thinking", thinking: "", signature: "" },
} as const;

/** Writes one message of the model in pieces, as the events of the Messages API. Blocks of it follow one another. */
export class PartialMessage {
  readonly #lines: SessionLines;
  readonly #head: MessageHead;
  #block: Kind | "tool_use" | undefined;
  #stopReason = "end_turn";
  #index = -1;

  constructor(lines: SessionLines, head: MessageHead) {
    this.#lines = lines;
    this.#head = head;
  }

  async piece(kind: Kind, text: string): Promise<void> {
    if (this.#block !== kind) await this.#open(kind, EMPTY[kind]);
    const delta = kind === "text" ? { type: "text_delta", text } : { type: "thinking_delta", thinking: text };
    await this.#event({ type: "content_block_delta", index: this.#index, delta });
  }

  /** A block for a tool, whose input comes in one piece. */
  async toolUse(id: string, name: string, input: unknown): Promise<void> {
    await this.#open("tool_use", { type: "tool_use", id, name, input: {} });
    const delta = { type: "input_json_delta", partial_json: JSON.stringify(input) };
    await this.#event({ type: "content_block_delta", index: this.#index, delta });
    this.#stopReason = "tool_use";
  }

  /** Ends the message. At least one piece came before. */
  async end({ usage, stopReason }: MessageEnd): Promise<void> {
    await this.#close();
    const delta = { stop_reason: stopReason ?? this.#stopReason, stop_sequence: null };
    const { service_tier: _, cache_creation: __, ...counts } = messageUsage(usage);
    await this.#event({ type: "message_delta", delta, usage: counts });
    await this.#event({ type: "message_stop" });
  }

  async #open(kind: Kind | "tool_use", block: object): Promise<void> {
    if (this.#index === -1) {
      await this.#event({ type: "message_start", message: assistantMessage(this.#head, []) });
    }
    await this.#close();
    this.#index += 1;
    this.#block = kind;
    await this.#event({ type: "content_block_start", index: this.#index, content_block: block });
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
