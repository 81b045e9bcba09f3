import type { AgentEvent } from "../../contract/index.ts";

/** The longest answer that is kept, in UTF-16 units. A longer one is no answer. */
const MAX_LENGTH = 1024 * 1024;

/** The last message of an agent. Deltas count until a whole message or a tool call follows them. */
export class LastMessage {
  #text = "";
  #deltas = "";

  add(event: AgentEvent): void {
    if (event.type === "assistant_delta") {
      if (this.#deltas.length <= MAX_LENGTH) this.#deltas += event.text;
    } else if (event.type === "assistant_message") {
      this.#text = event.text.slice(0, MAX_LENGTH + 1);
      this.#deltas = "";
    } else if (event.type === "tool_call") {
      this.#deltas = "";
    }
  }

  get text(): string {
    return this.#deltas === "" ? this.#text : this.#deltas;
  }
}
