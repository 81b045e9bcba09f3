import type { Block, OpaqueBlock, Reply, StreamEvent, TextBlock } from "../../contract/index.ts";

type Emit = (event: StreamEvent) => void;
type BlockStart = Extract<StreamEvent, { type: "block_start" }>;

/**
 * Puts a text in the place of code that the engine's vendor ran and of its output, for a caller of another dialect. A text of its
 * own, so that the words before and behind it stay apart from it.
 */
export function showRuns(reply: Reply, caller: string): Reply {
  if (!reply.candidates.some(({ content }) => content.some((block) => isForeignRun(block, caller))))
    return reply;
  const candidates = reply.candidates.map((candidate) => ({
    ...candidate,
    content: candidate.content.map((block) => (isForeignRun(block, caller) ? asText(block) : block)),
  }));
  return { ...reply, candidates };
}

/** The reply for a caller who asked for JSON: a text beside it would spoil it, so that runs stay units of their dialect. */
export function hideRuns(reply: Reply): Reply {
  const candidates = reply.candidates.map((candidate) => ({
    ...candidate,
    content: candidate.content.map(hideRun),
  }));
  return { ...reply, candidates };
}

/** The same for an event of a stream. */
export function hideRunIn(event: StreamEvent): StreamEvent {
  if (event.type !== "block_start" && event.type !== "block_stop") return event;
  const { content } = event;
  if (content?.type !== "opaque" || content.isRun !== true) return event;
  return { ...event, content: hideRun(content) };
}

function hideRun(block: Block): Block {
  if (block.type !== "opaque" || block.isRun !== true) return block;
  const { isRun: _, ...rest } = block;
  return rest;
}

function isForeignRun(block: Block, caller: string): block is OpaqueBlock {
  return block.type === "opaque" && block.isRun === true && block.dialect !== caller;
}

function asText({ rendering = "" }: OpaqueBlock): TextBlock {
  return { type: "text", text: `\n\n${rendering}\n\n` };
}

/** Does the same in a stream: a run is held until it is whole. */
export class RunWriter {
  readonly #caller: string;
  readonly #emit: Emit;
  /** The open runs, by candidate and block. */
  readonly #held = new Map<string, BlockStart>();

  constructor(caller: string, emit: Emit) {
    this.#caller = caller;
    this.#emit = emit;
  }

  push(event: StreamEvent): void {
    if (!("block" in event) || (this.#held.size === 0 && event.type !== "block_start")) {
      this.#emit(event);
      return;
    }
    const key = `${event.candidate}:${event.block}`;
    const start = this.#held.get(key);
    if (event.type === "block_start" && isForeignRun(event.content, this.#caller)) this.#held.set(key, event);
    else if (start === undefined) this.#emit(event);
    else if (event.type === "block_stop") {
      this.#held.delete(key);
      this.#write(start, event.content ?? start.content);
    }
  }

  #write({ candidate, block }: BlockStart, content: Block): void {
    if (content.type !== "opaque") return;
    const { text } = asText(content);
    this.#emit({ type: "block_start", candidate, block, content: { type: "text", text: "" } });
    this.#emit({ type: "text_delta", candidate, block, text });
    this.#emit({ type: "block_stop", candidate, block });
  }
}
