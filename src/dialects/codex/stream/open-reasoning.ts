import type { StreamEvent, ThinkingBlock } from "../../../contract/index.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { asVendor } from "../../members/own-members.ts";
import { readModelItem } from "../content/item-reader.ts";
import { splitReasoning } from "../content/item-writer.ts";
import { ID, PART_BREAK } from "../wire.ts";
import type { ItemContext, OpenItem } from "./open-item.ts";

type Emit = (event: StreamEvent) => void;

/** Whether a part of reasoning belongs to the summary or is the reasoning itself. */
type Kind = "s" | "c";

/**
 * A reasoning item while its parts come in: one block, whatever its parts.
 * It begins with its first part, because only that tells whether it is a summary.
 */
export class OpenReasoning implements OpenItem {
  readonly #context: ItemContext;
  #announced: Members;
  #block = -1;
  #kind: Kind | undefined;
  #index = -1;
  #sent = 0;

  constructor(item: Members, context: ItemContext) {
    this.#announced = item;
    this.#context = context;
  }

  take(event: Members, type: string, emit: Emit): void {
    const kind: Kind = type.includes("summary") ? "s" : "c";
    const at = event[kind === "s" ? "summary_index" : "content_index"];
    const index = typeof at === "number" ? at : 0;
    if (kind !== this.#kind || index !== this.#index) this.#part(kind, index, emit);
    if (type.endsWith(".delta")) {
      const { delta } = event;
      if (typeof delta === "string" && delta !== "") this.#send(delta, emit);
    } else if (type.endsWith("text.done")) this.#sendRest(event["text"], emit);
    else if (isMembers(event["part"])) this.#sendRest(event["part"]["text"], emit);
  }

  finish(item: Members, emit: Emit): void {
    const { path, origins } = this.#context;
    const [block] = readModelItem(item, path, origins, "reply");
    if (block?.type !== "thinking") return;
    if (this.#block === -1) this.#announced = item;
    const { summary, content } = splitReasoning(block);
    for (const [index, part] of summary.entries()) this.#catchUp("s", index, part, emit);
    for (const [index, part] of content.entries()) this.#catchUp("c", index, part, emit);
    if (this.#block === -1) this.#start(block.summary === true, emit);
    emit({ type: "block_stop", candidate: 0, block: this.#block, content: block });
  }

  abandon(emit: Emit): void {
    if (this.#block !== -1) emit({ type: "block_stop", candidate: 0, block: this.#block });
  }

  #catchUp(kind: Kind, index: number, part: Members, emit: Emit): void {
    const isPast = this.#kind === kind ? index < this.#index : this.#kind === "c";
    if (isPast) return;
    if (kind !== this.#kind || index !== this.#index) this.#part(kind, index, emit);
    this.#sendRest(part["text"], emit);
  }

  #part(kind: Kind, index: number, emit: Emit): void {
    const isFirst = this.#block === -1;
    if (isFirst) this.#start(kind === "s", emit);
    this.#kind = kind;
    this.#index = index;
    this.#sent = 0;
    if (isFirst) return;
    const at = { candidate: 0, block: this.#block };
    emit({ type: "thinking_delta", ...at, text: PART_BREAK, ...asVendor(ID, undefined, [`part=${kind}`]) });
  }

  // The sealed reasoning of the announcement differs from the final one, which alone can be sent back.
  #start(isSummary: boolean, emit: Emit): void {
    const { path, origins } = this.#context;
    const blank = { ...this.#announced, summary: [], content: null, encrypted_content: null, status: null };
    const [content] = readModelItem(blank, path, origins, "reply") as [ThinkingBlock];
    this.#block = this.#context.nextBlock();
    this.#context.note(content);
    emit({
      type: "block_start",
      candidate: 0,
      block: this.#block,
      content: isSummary ? { ...content, summary: true } : content,
    });
  }

  #send(text: string, emit: Emit): void {
    this.#sent += text.length;
    emit({ type: "thinking_delta", candidate: 0, block: this.#block, text });
  }

  #sendRest(whole: unknown, emit: Emit): void {
    if (typeof whole === "string" && whole.length > this.#sent) this.#send(whole.slice(this.#sent), emit);
  }
}
