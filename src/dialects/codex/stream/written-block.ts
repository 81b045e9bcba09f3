import type { Block, Citation, ToolUseBlock } from "../../../contract/index.ts";
import type { Members } from "../../members/members.ts";
import { ownMembers } from "../../members/own-members.ts";
import { writeTokenLogprobs } from "../../token-logprobs.ts";
import { writePart } from "../content/block-writer.ts";
import { isOwn, writeCitations } from "../content/citations.ts";
import { isCompaction } from "../content/compaction.ts";
import { addPart, writeModelItem } from "../content/item-writer.ts";
import { isToolSearch } from "../content/tool-search.ts";
import { typedCallOf } from "../content/typed-call.ts";
import { ID } from "../wire.ts";
import type { BlockWriting, Delta, WrittenBlock, WrittenMessage } from "./block-writing.ts";
import { head } from "./frames.ts";
import { WrittenCall } from "./written-call.ts";
import { WrittenReasoning } from "./written-reasoning.ts";

type Write = (text: string) => void;

/** Whether a block can be an item of its own. */
export function hasPlace(block: Block): boolean {
  if (block.type === "opaque") return block.dialect === ID;
  if (block.type === "image") return block.source.kind === "base64";
  if (isCompaction(block)) return true;
  return block.type === "tool_use" || block.type === "thinking";
}

/** Opens a block for writing: a part of a message, or an item that has a place. */
export function openBlock(block: Block, writing: BlockWriting): WrittenBlock {
  if (writing.message !== undefined) return new WrittenPart(block, writing, writing.message);
  if (block.type === "tool_use")
    return isToolSearch(block) || typedCallOf(block) !== undefined
      ? new WrittenSearch(block, writing)
      : new WrittenCall(block, writing);
  return block.type === "thinking" ? new WrittenReasoning(block, writing) : new WrittenWhole(block, writing);
}

/** A part of a message that is being written. */
export class WrittenPart implements WrittenBlock {
  readonly place: number;
  readonly id: string;
  readonly #writing: BlockWriting;
  readonly #message: WrittenMessage;
  readonly #start: Block;
  readonly #at: Members;
  readonly #head: string;
  readonly #before: string;
  readonly #after: string;
  readonly #name: "output_text" | "refusal";
  readonly #citations: Citation[] = [];
  readonly #logprobs: unknown[] = [];
  #annotated = 0;
  #text = "";

  constructor(block: Block, writing: BlockWriting, message: WrittenMessage) {
    this.#writing = writing;
    this.#message = message;
    this.#start = block;
    this.place = message.place;
    this.id = message.id;
    this.#at = { item_id: this.id, output_index: this.place, content_index: message.parts.length };
    this.#name = block.type === "refusal" ? "refusal" : "output_text";
    this.#head = head(`response.${this.#name}.delta`);
    this.#before = `,${JSON.stringify(this.#at).slice(1, -1)},"delta":`;
    this.#after = this.#name === "refusal" ? "}\n\n" : ',"logprobs":[]}\n\n';
  }

  begin(write: Write): void {
    const { frames, items } = this.#writing;
    const start = this.#start;
    const text = start.type === "text" || start.type === "refusal" ? start.text : "";
    const isBlank = text === "" && start.type !== "text";
    const blank = isBlank ? start : ({ ...start, text: "", citations: [] } as Block);
    const part = writePart(blank, "reply", items.note) ?? {};
    write(frames.frame("response.content_part.added", { ...this.#at, part }));
    if (text !== "") this.#send(text, write);
    if (start.type === "text") for (const citation of start.citations ?? []) this.cite(citation, write);
  }

  delta(event: Delta, write: Write): void {
    if (event.text === "") return;
    if (event.vendor === undefined) this.#send(event.text, write);
    else {
      this.#text += event.text;
      const members = { ...this.#at, delta: event.text, ...this.#empties(), ...ownMembers(event, ID) };
      write(this.#writing.frames.frame(`response.${this.#name}.delta`, members));
    }
  }

  /** Takes a citation. One of another vendor may come before the text that it supports, so it waits for the end. */
  cite(citation: Citation, write: Write): void {
    this.#citations.push(citation);
    if (isOwn(citation)) this.#annotate(writeCitations(this.#text, [citation]), write);
  }

  #annotate(annotations: readonly Members[], write: Write): void {
    for (const annotation of annotations) {
      const members = { ...this.#at, annotation_index: this.#annotated++, annotation };
      write(this.#writing.frames.frame("response.output_text.annotation.added", members));
    }
  }

  /** Takes log probabilities, if they belong to this part. */
  log(entries: readonly unknown[], write: Write): boolean {
    if (this.#name === "refusal") return false;
    const logprobs = writeTokenLogprobs(entries);
    this.#logprobs.push(...logprobs);
    const members = { ...this.#at, delta: "", logprobs };
    write(this.#writing.frames.frame("response.output_text.delta", members));
    return true;
  }

  // The end may repeat the part, with text that no delta carried.
  #whole(content: Block | undefined, write: Write): Block {
    const start = this.#start;
    if (start.type !== "text" && start.type !== "refusal") return content ?? start;
    const whole = content?.type === start.type ? content : undefined;
    if (whole !== undefined && whole.text.length > this.#text.length && whole.text.startsWith(this.#text))
      this.#send(whole.text.slice(this.#text.length), write);
    if (whole !== undefined) return whole;
    if (start.type === "refusal" || this.#citations.length === 0) return { ...start, text: this.#text };
    return { ...start, text: this.#text, citations: this.#citations };
  }

  finish(content: Block | undefined, write: Write): undefined {
    const { frames, items } = this.#writing;
    const message = this.#message;
    const block = this.#whole(content, write);
    if (message.parts.length === 0) message.first = block;
    const part = addPart(message.parts, block, items);
    if (part === undefined) return;
    if (this.#logprobs.length > 0) part["logprobs"] = this.#logprobs;
    const annotations = part["annotations"] as Members[] | undefined;
    if (annotations !== undefined) this.#annotate(annotations.slice(this.#annotated), write);
    if (this.#start.type === "refusal")
      write(frames.frame("response.refusal.done", { ...this.#at, refusal: part["refusal"] }));
    else if (this.#start.type === "text") {
      const logprobs = part["logprobs"] ?? [];
      write(frames.frame("response.output_text.done", { ...this.#at, text: part["text"], logprobs }));
    }
    write(frames.frame("response.content_part.done", { ...this.#at, part }));
  }

  #send(text: string, write: Write): void {
    this.#text += text;
    write(this.#writing.frames.delta(this.#head, this.#before, text, this.#after));
  }

  #empties(): Members {
    return this.#name === "refusal" ? {} : { logprobs: [] };
  }
}

/** An item that is sent at once: its announcement and its end. Only the end has a picture. */
class WrittenWhole implements WrittenBlock {
  readonly place: number;
  readonly id: string;
  readonly #writing: BlockWriting;
  readonly #isImage: boolean;
  readonly #item: Members;

  constructor(block: Block, writing: BlockWriting) {
    this.#writing = writing;
    this.place = writing.place;
    this.#isImage = block.type === "image";
    this.#item = writeModelItem(block, writing.items) ?? {};
    const { id } = this.#item;
    this.id = typeof id === "string" ? id : "";
  }

  begin(write: Write): void {
    if (this.#isImage) this.#writing.frames.expectLong();
    const item = this.#isImage ? { ...this.#item, status: "in_progress", result: null } : this.#item;
    write(this.#writing.frames.frame("response.output_item.added", { output_index: this.place, item }));
  }

  finish(content: Block | undefined): Members {
    if (content?.type !== "opaque") return this.#item;
    const item = writeModelItem(content, this.#writing.items) ?? this.#item;
    return this.id === "" ? item : { ...item, id: this.id };
  }
}

/**
 * A search for tools, or a call of a typed tool, that the caller runs: its arguments have no deltas, so the item is sent
 * when it is whole. A call of a typed tool is announced then too: without its action it would be no such item.
 */
class WrittenSearch implements WrittenBlock {
  readonly place: number;
  readonly id: string;
  readonly #writing: BlockWriting;
  readonly #block: ToolUseBlock;
  readonly #announced: Members;
  #text = "";

  constructor(block: ToolUseBlock, writing: BlockWriting) {
    this.#writing = writing;
    this.#block = block;
    this.place = writing.place;
    this.#announced = { ...writeModelItem(block, writing.items), status: "in_progress" };
    this.id = this.#announced["id"] as string;
  }

  begin(write: Write): void {
    if (typedCallOf(this.#block) === undefined) this.#announce(this.#announced, write);
  }

  delta(event: Delta): void {
    this.#text += event.text;
  }

  finish(content: Block | undefined, write: Write): Members {
    const whole = content?.type === "tool_use" ? content : this.#block;
    const block = this.#text === "" ? whole : { ...whole, inputText: this.#text };
    const item = writeModelItem(block, { ...this.#writing.items, mint: () => this.id })!;
    if (typedCallOf(this.#block) !== undefined) this.#announce({ ...item, status: "in_progress" }, write);
    return item;
  }

  #announce(item: Members, write: Write): void {
    const members = { output_index: this.place, item };
    write(this.#writing.frames.frame("response.output_item.added", members));
  }
}
