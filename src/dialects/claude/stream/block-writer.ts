import type { Block, StreamEvent } from "../../../contract/index.ts";
import { isMembers, type Members, withoutNulls } from "../../members/members.ts";
import { hasOwnMembers, ownMembers, restoreOwn } from "../../members/own-members.ts";
import { writeCitation } from "../content/citations.ts";
import { writeCall, writeReplyBlock, writeText } from "../reply/writer.ts";
import { frame, ID } from "../wire.ts";

type Write = (text: string) => void;
type Start = Extract<StreamEvent, { type: "block_start" }>;
type Delta = Extract<StreamEvent, { type: "text_delta" | "thinking_delta" | "input_delta" }>;

const pieces = {
  text: { type: "text_delta", member: "text" },
  thinking: { type: "thinking_delta", member: "thinking" },
  tool_use: { type: "input_json_delta", member: "partial_json" },
} as const;

/** Writes one block of a stream. A block without a place in a message writes nothing. */
export class BlockWriter {
  /** Whether anything of the block is on the wire, so that its number is taken. */
  wasWritten = false;
  readonly #block: number;
  readonly #content: Block;
  readonly #own: Members;
  readonly #index: number;
  readonly #kind: keyof typeof pieces | "whole" | "none";
  readonly #prefix: string;
  readonly #heldText: string[] = [];
  #hasPieces = false;
  #signature: string | undefined;

  constructor(event: Start, index: number) {
    this.#block = event.block;
    this.#content = event.content;
    this.#own = ownMembers(event, ID);
    this.#index = index;
    this.#kind = kindOf(event.content);
    const piece = this.#kind === "whole" || this.#kind === "none" ? undefined : pieces[this.#kind];
    this.#prefix =
      piece === undefined
        ? ""
        : `event: content_block_delta\ndata: {"type":"content_block_delta","index":${index},"delta":{"type":"${piece.type}","${piece.member}":`;
  }

  isFor({ candidate, block }: { candidate: number; block: number }): boolean {
    return candidate === 0 && block === this.#block;
  }

  /** Begins the block. Text waits for its first piece, because an empty text must not be written. */
  start(write: Write): void {
    const content = this.#content;
    if (this.#kind === "tool_use" || this.#kind === "thinking") this.#begin(write);
    if (content.type === "text" || content.type === "refusal" || content.type === "thinking") {
      this.#piece(content.text, undefined, write);
    } else if (content.type === "tool_use" && content.inputText !== undefined) {
      this.#piece(content.inputText, undefined, write);
    }
    if (content.type === "text") for (const citation of content.citations ?? []) this.#cite(citation, write);
  }

  /** Writes a piece of text, thinking or arguments. */
  delta(event: Delta, write: Write): void {
    this.#piece(event.text, hasOwnMembers(event, ID) ? ownMembers(event, ID) : undefined, write);
  }

  /** Writes a signature or a citation. */
  add(event: Extract<StreamEvent, { type: "signature" | "citation" }>, write: Write): void {
    if (event.type === "citation") this.#cite(event.citation, write);
    else if (this.#kind === "thinking") this.#signature = event.signature;
  }

  /** Ends the block; `content` is the whole of it if the engine repeats it. */
  stop(content: Block | undefined, write: Write): void {
    const whole = content ?? this.#content;
    if (this.#kind === "whole") this.#writeWhole(whole, write);
    if (this.#kind === "tool_use") this.#endInput(whole, write);
    if (this.#kind === "thinking") this.#sign(whole, write);
    if ((this.#kind === "text" || this.#kind === "thinking") && !this.#hasPieces)
      this.#repeat(content, write);
    if (!this.wasWritten) return;
    write(frame("content_block_stop", `{"type":"content_block_stop","index":${this.#index}}`));
  }

  /** Writes what waits for the end of the block, which will not come: the stream breaks off. */
  breakOff(write: Write): void {
    const text = this.#heldText.join("");
    // The JSON stays open: closed, it would be a call that can be made.
    if (text !== "") this.#inputDelta(JSON.stringify({ input: text }).slice(0, -2), write);
    if (this.#signature !== undefined)
      this.#delta({ type: "signature_delta", signature: this.#signature }, write);
  }

  #piece(text: string, own: Members | undefined, write: Write): void {
    if (text === "" && own === undefined) return;
    if (this.#kind === "whole" || this.#kind === "none") return;
    if (this.#content.type === "tool_use" && this.#content.kind === "custom") {
      this.#heldText.push(text);
      return;
    }
    this.#begin(write);
    this.#hasPieces = true;
    if (own === undefined) write(`${this.#prefix + JSON.stringify(text)}}}\n\n`);
    else {
      const { type, member } = pieces[this.#kind];
      this.#delta({ type, [member]: text, ...own }, write);
    }
  }

  #begin(write: Write): void {
    if (this.wasWritten) return;
    this.#startWith(emptied(this.#content), write);
  }

  #startWith(content: Members, write: Write): void {
    this.wasWritten = true;
    const event: Members = { type: "content_block_start", index: this.#index, content_block: content };
    write(frame("content_block_start", JSON.stringify(restoreOwn(event, this.#own))));
  }

  #delta(delta: Members, write: Write): void {
    const event = { type: "content_block_delta", index: this.#index, delta };
    write(frame("content_block_delta", JSON.stringify(event)));
  }

  #inputDelta(json: string, write: Write): void {
    this.#delta({ type: "input_json_delta", partial_json: json }, write);
  }

  #cite(citation: Extract<StreamEvent, { type: "citation" }>["citation"], write: Write): void {
    const written = this.#kind === "text" ? writeCitation(citation) : undefined;
    if (written === undefined) return;
    this.#begin(write);
    this.#delta({ type: "citations_delta", citation: written }, write);
  }

  #endInput(whole: Block, write: Write): void {
    if (whole.type !== "tool_use" || this.#hasPieces) return;
    if (whole.kind === "custom") {
      const text = this.#heldText.length > 0 ? this.#heldText.join("") : (whole.inputText ?? "");
      this.#inputDelta(JSON.stringify({ input: text }), write);
      return;
    }
    const text = whole.inputText ?? (isMembers(whole.input) ? JSON.stringify(whole.input) : "");
    if (text !== "" && text !== "{}") this.#piece(text, undefined, write);
  }

  // Clients take thinking without a signature for a broken stream, so an empty one stands for none.
  #sign(whole: Block, write: Write): void {
    if (!this.#hasPieces && whole !== this.#content) this.#repeat(whole, write);
    const given = this.#content.type === "thinking" ? this.#content.signature : undefined;
    const last = whole.type === "thinking" ? whole.signature : undefined;
    this.#delta({ type: "signature_delta", signature: this.#signature ?? last ?? given ?? "" }, write);
  }

  #repeat(content: Block | undefined, write: Write): void {
    if (content?.type !== "text" && content?.type !== "refusal" && content?.type !== "thinking") return;
    this.#piece(content.text, undefined, write);
    if (content.type === "text") for (const citation of content.citations ?? []) this.#cite(citation, write);
  }

  // A unit of this dialect begins without its arguments, which follow as the vendor sends them.
  #writeWhole(whole: Block, write: Write): void {
    const content = writeReplyBlock(whole);
    if (content === undefined) return;
    const { input } = content;
    if (whole.type === "opaque" && whole.kind === "compaction") {
      const { content: text, encrypted_content: sealed, ...rest } = content;
      this.#startWith({ ...rest, content: null }, write);
      const delta = withoutNulls({ content: text, encrypted_content: sealed });
      if (delta !== undefined) this.#delta({ type: "compaction_delta", ...delta }, write);
    } else if (input === undefined) this.#startWith(content, write);
    else {
      this.#startWith({ ...content, input: {} }, write);
      this.#inputDelta(JSON.stringify(input), write);
    }
  }
}

function kindOf(content: Block): keyof typeof pieces | "whole" | "none" {
  switch (content.type) {
    case "text":
    case "refusal":
      return "text";
    case "thinking":
    case "tool_use":
      return content.type;
    case "redacted_thinking":
      return "whole";
    case "opaque":
      return content.dialect === ID ? "whole" : "none";
    default:
      return "none";
  }
}

function emptied(content: Block): Members {
  const own = ownMembers(content, ID);
  if (content.type === "tool_use") {
    return restoreOwn(writeCall(content, {}), own);
  }
  return content.type === "thinking"
    ? restoreOwn({ type: "thinking", thinking: "", signature: "" }, own)
    : restoreOwn(writeText("", []), own);
}
