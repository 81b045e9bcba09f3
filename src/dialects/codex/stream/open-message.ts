import type { Block, StreamEvent } from "../../../contract/index.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { asVendor } from "../../members/own-members.ts";
import { characterPositions, type TextPositions } from "../../search/text-positions.ts";
import { readPart } from "../content/block-reader.ts";
import { readCitation } from "../content/citations.ts";
import { readModelItem } from "../content/item-reader.ts";
import { ID } from "../wire.ts";
import type { ItemContext, OpenItem } from "./open-item.ts";

type Emit = (event: StreamEvent) => void;

const DELTA: ReadonlySet<string> = new Set([
  "type",
  "sequence_number",
  "item_id",
  "output_index",
  "content_index",
  "delta",
  "logprobs",
  "obfuscation", // Padding against traffic analysis; it says nothing.
]);

/** A message while its parts come in: each part is a block. */
export class OpenMessage implements OpenItem {
  readonly #context: ItemContext;
  readonly #announced: Members;
  /** The part that is open, the block it became, and how much of it was sent. */
  #part = -1;
  #block = -1;
  #sent = 0;
  /** The text that was sent, in pieces: only a citation needs it whole. */
  #pieces: string[] = [];
  #cited = 0;
  #logged = 0;
  #whole: Members | undefined;
  /** Positions in the text as it was when the last citation came. */
  #positions: { readonly text: string; readonly of: TextPositions } | undefined;

  constructor(item: Members, context: ItemContext) {
    this.#announced = item;
    this.#context = context;
  }

  take(event: Members, type: string, emit: Emit): void {
    const index = typeof event["content_index"] === "number" ? event["content_index"] : 0;
    switch (type) {
      case "response.output_text.delta":
      case "response.refusal.delta": {
        if (index !== this.#part) this.#start(index, blankPart(type), emit);
        this.#sendDelta(event, emit);
        return;
      }
      case "response.content_part.added":
        this.#start(index, isMembers(event["part"]) ? event["part"] : blankPart(type), emit);
        return;
      case "response.output_text.done":
      case "response.refusal.done": {
        if (index !== this.#part) this.#start(index, blankPart(type), emit);
        this.#sendRest(event["text"] ?? event["refusal"], emit);
        this.#sendLogprobs(event["logprobs"], emit);
        return;
      }
      case "response.output_text.annotation.added":
        if (index !== this.#part) this.#start(index, blankPart(type), emit);
        this.#cite(event["annotation"], emit);
        return;
      case "response.content_part.done":
        if (!isMembers(event["part"])) return;
        if (index !== this.#part) this.#start(index, event["part"], emit);
        this.#whole = event["part"];
        this.#complete(event["part"], emit);
        return;
      default:
        return;
    }
  }

  finish(item: Members, emit: Emit): void {
    const { path, origins } = this.#context;
    const content = item["content"];
    const parts: unknown[] = Array.isArray(content) ? content : [];
    // The id that was announced stays: a block was begun with it, and some servers change it on the way.
    const id = this.#announced["id"] ?? item["id"];
    const blocks = readModelItem(id === undefined ? item : { ...item, id }, path, origins, "reply");
    blocks.forEach((block, index) => {
      if (index < this.#part) return;
      const part = parts[index];
      if (index !== this.#part) this.#start(index, isMembers(part) ? part : {}, emit, block);
      if (isMembers(part)) this.#complete(part, emit);
      emit({ type: "block_stop", candidate: 0, block: this.#block, content: block });
      this.#block = -1;
    });
    this.abandon(emit);
  }

  abandon(emit: Emit): void {
    if (this.#block !== -1) emit({ type: "block_stop", candidate: 0, block: this.#block });
    this.#block = -1;
  }

  #start(index: number, part: Members, emit: Emit, known?: Block): void {
    if (this.#block !== -1) this.#stopPart(emit);
    this.#part = index;
    this.#sent = 0;
    this.#pieces = [];
    this.#cited = 0;
    this.#logged = 0;
    this.#whole = undefined;
    this.#block = this.#context.nextBlock();
    const content = known === undefined ? this.#blank(index, part) : emptied(known);
    this.#context.note(content);
    emit({ type: "block_start", candidate: 0, block: this.#block, content });
  }

  #blank(index: number, part: Members): Block {
    const { path, origins } = this.#context;
    if (index > 0) return emptied(readPart(part, `${path}.content[${index}]`, origins, "reply"));
    const item = { ...this.#announced, status: "completed", content: [part] };
    return emptied(readModelItem(item, path, origins, "reply")[0]!);
  }

  // The next part begins before the item is done, so the end event of the part itself is the last word on it.
  #stopPart(emit: Emit): void {
    const at = { candidate: 0, block: this.#block };
    const whole = this.#whole;
    if (whole === undefined) {
      emit({ type: "block_stop", ...at });
      return;
    }
    const { path, origins } = this.#context;
    const item = { ...this.#announced, status: "completed", content: [whole] };
    const content =
      this.#part === 0
        ? readModelItem(item, path, origins, "reply")[0]!
        : readPart(whole, `${path}.content[${this.#part}]`, origins, "reply");
    emit({ type: "block_stop", ...at, content });
  }

  #sendDelta(event: Members, emit: Emit): void {
    const { delta, logprobs } = event;
    if (typeof delta === "string" && delta !== "") {
      this.#sent += delta.length;
      this.#pieces.push(delta);
      const unknown = unknownMembers(event);
      if (unknown === undefined) emit({ type: "text_delta", candidate: 0, block: this.#block, text: delta });
      else
        emit({ type: "text_delta", candidate: 0, block: this.#block, text: delta, ...asVendor(ID, unknown) });
    }
    if (Array.isArray(logprobs) && logprobs.length > 0) {
      this.#logged += logprobs.length;
      this.#context.logprobs(logprobs, emit);
    }
  }

  #complete(part: Members, emit: Emit): void {
    this.#sendRest(part["text"] ?? part["refusal"], emit);
    this.#sendLogprobs(part["logprobs"], emit);
    const { annotations } = part;
    if (Array.isArray(annotations)) for (const one of annotations.slice(this.#cited)) this.#cite(one, emit);
  }

  #sendRest(whole: unknown, emit: Emit): void {
    if (typeof whole !== "string" || whole.length <= this.#sent) return;
    const rest = whole.slice(this.#sent);
    emit({ type: "text_delta", candidate: 0, block: this.#block, text: rest });
    this.#sent = whole.length;
    this.#pieces = [whole];
  }

  #sendLogprobs(whole: unknown, emit: Emit): void {
    if (!Array.isArray(whole) || whole.length <= this.#logged) return;
    this.#context.logprobs(whole.slice(this.#logged), emit);
    this.#logged = whole.length;
  }

  #cite(annotation: unknown, emit: Emit): void {
    this.#cited++;
    const text = this.#pieces.join("");
    if (this.#pieces.length > 1) this.#pieces = [text];
    if (this.#positions?.text !== text) this.#positions = { text, of: characterPositions(text) };
    const citation = readCitation(annotation, `${this.#context.path}.annotation`, this.#positions.of);
    emit({ type: "citation", candidate: 0, block: this.#block, citation });
  }
}

function blankPart(type: string): Members {
  return type.startsWith("response.refusal.")
    ? { type: "refusal", refusal: "" }
    : { type: "output_text", text: "" };
}

function emptied(block: Block): Block {
  if (block.type === "text") {
    const { citations: _, ...rest } = block;
    return { ...rest, text: "" };
  }
  return block.type === "refusal" ? { ...block, text: "" } : block;
}

function unknownMembers(event: Members): Members | undefined {
  let unknown: Members | undefined;
  for (const name in event) {
    if (DELTA.has(name)) continue;
    unknown ??= {};
    unknown[name] = event[name];
  }
  return unknown;
}
