import { parseAsWritten, textOfJson } from "../../../lib/index.ts";
import { isMembers, type Members } from "../../members/members.ts";
import type { StreamCollector } from "../../state/thread-codec.ts";

/** Builds a message out of the events of its stream. */
export class MessageCollector implements StreamCollector {
  #message: Members | undefined;
  readonly #content: Members[] = [];
  /** The JSON of the inputs of tool calls, as far as it has come. */
  readonly #inputs = new Map<number, string>();

  push(event: Members): void {
    const { type, index, message, content_block: block, delta } = event;
    if (type === "message_start" && isMembers(message)) this.#message = { ...message };
    else if (type === "content_block_start" && isMembers(block))
      this.#content[index as number] = { ...block };
    else if (type === "content_block_delta" && isMembers(delta)) this.#add(index as number, delta);
    else if (type === "content_block_stop") this.#closeInput(index as number);
    else if (type === "message_delta" && isMembers(delta) && this.#message !== undefined)
      Object.assign(this.#message, delta);
  }

  answer(): unknown {
    return this.#message === undefined
      ? undefined
      : { ...this.#message, content: this.#content.filter((block) => block !== undefined) };
  }

  #add(index: number, delta: Members): void {
    const block = this.#content[index];
    if (block === undefined) return;
    switch (delta["type"]) {
      case "text_delta":
        block["text"] = `${textOfJson(block["text"] ?? "")}${textOfJson(delta["text"])}`;
        return;
      case "thinking_delta":
        block["thinking"] = `${textOfJson(block["thinking"] ?? "")}${textOfJson(delta["thinking"])}`;
        return;
      case "signature_delta":
        block["signature"] = delta["signature"];
        return;
      case "input_json_delta":
        this.#inputs.set(index, `${this.#inputs.get(index) ?? ""}${textOfJson(delta["partial_json"])}`);
        return;
      case "citations_delta":
        block["citations"] = [
          ...(Array.isArray(block["citations"]) ? block["citations"] : []),
          delta["citation"],
        ];
    }
  }

  #closeInput(index: number): void {
    const text = this.#inputs.get(index);
    const block = this.#content[index];
    if (block === undefined || text === undefined || text === "") return;
    try {
      block["input"] = parseAsWritten(text);
    } catch {
      // The call was cut off; the next turn cannot use its input.
      block["input"] = {};
    }
  }
}
