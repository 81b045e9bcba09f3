import type { Block, StreamEvent } from "../../contract/index.ts";
import type { CallMemory } from "./request.ts";
import { FREEFORM_ARGUMENT, flatNameOf, hasPlainTools, unwrapBlock } from "./tools/tool-wrapping.ts";

interface HeldCall {
  readonly start: Extract<StreamEvent, { type: "block_start" }>;
  readonly pieces: string[];
}

/**
 * Gives the caller's ids and tools in a stream their own form back.
 * The arguments of a freeform tool are held until the call is whole, because its text stands inside a JSON string.
 */
export class StreamUnwrapper {
  readonly #memory: CallMemory;
  readonly #changes: boolean;
  readonly #held = new Map<string, HeldCall>();

  constructor(memory: CallMemory) {
    this.#memory = memory;
    this.#changes = !hasPlainTools(memory.tools) || memory.ids.entries().size > 0;
  }

  push(event: StreamEvent, emit: (event: StreamEvent) => void): void {
    if (event.type === "error") this.breakOff(emit);
    if (!this.#changes || !("block" in event)) {
      emit(event);
      return;
    }
    const key = `${event.candidate}:${event.block}`;
    const held = this.#held.get(key);
    if (event.type === "block_start") this.#start(event, key, emit);
    else if (held === undefined) emit(this.#unwrapStop(event));
    else if (event.type === "input_delta") held.pieces.push(event.text);
    else if (event.type === "block_stop") {
      this.#held.delete(key);
      this.#release(held, emit);
      emit(event);
    }
  }

  /** Passes on what there is of the calls that are held: the stream ends before they are whole. */
  breakOff(emit: (event: StreamEvent) => void): void {
    for (const held of this.#held.values()) this.#release(held, emit);
    this.#held.clear();
  }

  #unwrapStop(event: StreamEvent): StreamEvent {
    if (event.type !== "block_stop" || event.content?.type !== "tool_use") return event;
    const { content } = event;
    const own = { ...content, id: this.#memory.ids.backward(content.id) };
    return { ...event, content: unwrapBlock(own, this.#memory.tools) };
  }

  #start(event: HeldCall["start"], key: string, emit: (event: StreamEvent) => void): void {
    const { content } = event;
    if (content.type !== "tool_use") {
      emit(event);
      return;
    }
    const own: Block = { ...content, id: this.#memory.ids.backward(content.id) };
    if (this.#memory.tools.custom.has(flatNameOf(content.name, this.#memory.tools))) {
      this.#held.set(key, {
        start: { ...event, content: own },
        pieces: content.inputText === undefined ? [] : [content.inputText],
      });
      return;
    }
    emit({ ...event, content: unwrapBlock(own, this.#memory.tools) });
  }

  #release({ start, pieces }: HeldCall, emit: (event: StreamEvent) => void): void {
    if (start.content.type !== "tool_use") return;
    const text = freeform(pieces.join(""));
    const { input: _, inputText: __, ...rest } = start.content;
    const name = flatNameOf(rest.name, this.#memory.tools);
    const place = this.#memory.tools.namespaced.get(name) ?? { name };
    emit({ ...start, content: { ...rest, ...place, kind: "custom", input: undefined, inputText: "" } });
    emit({ type: "input_delta", candidate: start.candidate, block: start.block, text });
  }
}

function freeform(json: string): string {
  try {
    const value = (JSON.parse(json) as Record<string, unknown>)[FREEFORM_ARGUMENT];
    return typeof value === "string" ? value : json;
  } catch {
    return json; // A call that was cut off: what there is of it says more than nothing.
  }
}
