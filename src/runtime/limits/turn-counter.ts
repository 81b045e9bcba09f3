import type { AgentEvent } from "../../contract/index.ts";

/**
 * Counts the turns of a run by its events. A turn is one answer of the model: text and tool calls up to the next tool result.
 */
export class TurnCounter {
  #turns = 0;
  #isAnswering = false;

  get turns(): number {
    return this.#turns;
  }

  /** The next answer is another turn. */
  end(): void {
    this.#isAnswering = false;
  }

  observe({ type }: Pick<AgentEvent, "type">): void {
    if (type === "tool_result") this.#isAnswering = false;
    if (type !== "assistant_delta" && type !== "assistant_message" && type !== "tool_call") return;
    if (!this.#isAnswering) this.#turns += 1;
    this.#isAnswering = true;
  }
}
