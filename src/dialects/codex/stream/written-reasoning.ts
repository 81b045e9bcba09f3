import type { Block, ThinkingBlock } from "../../../contract/index.ts";
import type { Members } from "../../members/members.ts";
import { spellingValue } from "../../members/spelling.ts";
import { type ItemWriting, isSummary, splitReasoning, writeModelItem } from "../content/item-writer.ts";
import { ID, PART_BREAK } from "../wire.ts";
import type { BlockWriting, Delta, WrittenBlock } from "./block-writing.ts";
import { head } from "./frames.ts";

type Write = (text: string) => void;

/** The events of the two kinds of parts that reasoning has. */
const KINDS = {
  s: {
    index: "summary_index",
    part: "summary_text",
    added: "response.reasoning_summary_part.added",
    text: "response.reasoning_summary_text",
    done: "response.reasoning_summary_part.done",
  },
  c: {
    index: "content_index",
    part: "reasoning_text",
    added: "response.content_part.added",
    text: "response.reasoning_text",
    done: "response.content_part.done",
  },
} as const;

interface OpenPart {
  readonly kind: "s" | "c";
  readonly at: Members;
  readonly head: string;
  readonly before: string;
  text: string;
}

/** A reasoning item that is being written. */
export class WrittenReasoning implements WrittenBlock {
  readonly place: number;
  readonly id: string;
  readonly #writing: BlockWriting;
  readonly #items: ItemWriting;
  readonly #start: ThinkingBlock;
  readonly #parts: OpenPart[] = [];
  #open: OpenPart | undefined;

  constructor(block: ThinkingBlock, writing: BlockWriting) {
    this.#writing = writing;
    this.#start = block;
    this.place = writing.place;
    this.id = block.id ?? writing.items.mint!("reasoning");
    this.#items = { ...writing.items, mint: () => this.id };
  }

  begin(write: Write): void {
    const blank = { ...this.#start, text: "", vendor: { ...this.#start.vendor, [`${ID}:reasoning`]: {} } };
    const item = writeModelItem(blank, this.#items);
    write(this.#writing.frames.frame("response.output_item.added", { output_index: this.place, item }));
    const { summary, content } = splitReasoning(this.#start, this.#items.summarises);
    for (const part of summary) this.#sendPart("s", part["text"] as string, write);
    for (const part of content) this.#sendPart("c", part["text"] as string, write);
  }

  delta(event: Delta, write: Write): void {
    const kind = event.vendor === undefined ? undefined : spellingValue(event, ID, "part");
    if (kind === "s" || kind === "c") this.#openPart(kind, write);
    else if (event.text !== "") {
      if (this.#open === undefined)
        this.#openPart(isSummary(this.#start, this.#items.summarises) ? "s" : "c", write);
      this.#send(event.text, write);
    }
  }

  finish(content: Block | undefined, write: Write): Members {
    const whole = content?.type === "thinking" ? content : undefined;
    if (whole !== undefined && this.#parts.length === 0) {
      const { summary, content: plain } = splitReasoning(whole, this.#items.summarises);
      for (const part of summary) this.#sendPart("s", part["text"] as string, write);
      for (const part of plain) this.#sendPart("c", part["text"] as string, write);
    }
    this.#closePart(write);
    // The id that was announced stays, whatever the engine calls the item in the end.
    return { ...writeModelItem(whole ?? this.#sentBlock(), this.#items), id: this.id };
  }

  // The parts that were sent, as one block that records where each part ends.
  #sentBlock(): ThinkingBlock {
    const text = this.#parts.map((part) => part.text).join(PART_BREAK);
    const isSummarised = this.#parts.length > 0 && this.#parts.every(({ kind }) => kind === "s");
    const { summary: _, ...start } = this.#start;
    const block: ThinkingBlock = { ...start, text, ...(isSummarised ? { summary: true } : {}) };
    if (this.#parts.length < 2) return block;
    const seams = this.#parts.map((part) => `${part.kind}${part.text.length}`).join("+");
    return { ...block, vendor: { ...block.vendor, [`${ID}:parts=${seams}`]: {} } };
  }

  #sendPart(kind: "s" | "c", text: string, write: Write): void {
    this.#openPart(kind, write);
    if (text !== "") this.#send(text, write);
  }

  #openPart(kind: "s" | "c", write: Write): void {
    this.#closePart(write);
    const names = KINDS[kind];
    const index = this.#parts.filter((part) => part.kind === kind).length;
    const at = { item_id: this.id, output_index: this.place, [names.index]: index };
    const before = `,${JSON.stringify(at).slice(1, -1)},"delta":`;
    this.#open = { kind, at, head: head(`${names.text}.delta`), before, text: "" };
    this.#parts.push(this.#open);
    const part = { type: names.part, text: "" };
    write(this.#writing.frames.frame(names.added, { ...at, part }));
  }

  #closePart(write: Write): void {
    const open = this.#open;
    if (open === undefined) return;
    this.#open = undefined;
    const { frames } = this.#writing;
    const names = KINDS[open.kind];
    write(frames.frame(`${names.text}.done`, { ...open.at, text: open.text }));
    write(frames.frame(names.done, { ...open.at, part: { type: names.part, text: open.text } }));
  }

  #send(text: string, write: Write): void {
    const open = this.#open!;
    open.text += text;
    write(this.#writing.frames.delta(open.head, open.before, text, "}\n\n"));
  }
}
