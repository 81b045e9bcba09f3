import type { Block, ToolUseBlock } from "../../../contract/index.ts";
import { textOfJson } from "../../../lib/index.ts";
import type { Members } from "../../members/members.ts";
import { isSpelled } from "../../members/spelling.ts";
import { readArguments } from "../content/item-reader.ts";
import { type ItemWriting, writeModelItem } from "../content/item-writer.ts";
import { ID } from "../wire.ts";
import type { BlockWriting, Delta, WrittenBlock } from "./block-writing.ts";
import { head } from "./frames.ts";

type Write = (text: string) => void;

/** A tool call that is being written. */
export class WrittenCall implements WrittenBlock {
  readonly place: number;
  readonly id: string;
  readonly #writing: BlockWriting;
  readonly #items: ItemWriting;
  readonly #start: ToolUseBlock;
  readonly #event: string;
  readonly #member: "input" | "arguments";
  readonly #head: string;
  readonly #before: string;
  readonly #announced: Members;
  #text = "";

  constructor(block: ToolUseBlock, writing: BlockWriting) {
    this.#writing = writing;
    this.#start = block;
    this.place = writing.place;
    const isCustom = block.kind === "custom";
    this.#member = isCustom ? "input" : "arguments";
    this.#event = isCustom ? "response.custom_tool_call_input" : "response.function_call_arguments";
    const item = writeModelItem(block, writing.items) ?? {};
    this.id = textOfJson(item["id"]);
    this.#items = { ...writing.items, mint: () => this.id };
    this.#announced = { ...item, status: "in_progress", [this.#member]: "" };
    this.#head = head(`${this.#event}.delta`);
    this.#before = `,${JSON.stringify(this.#at()).slice(1, -1)},"delta":`;
  }

  begin(write: Write): void {
    const members = { output_index: this.place, item: this.#announced };
    write(this.#writing.frames.frame("response.output_item.added", members));
    const { inputText } = this.#start;
    if (inputText !== undefined && inputText !== "") this.#send(inputText, write);
  }

  delta(event: Delta, write: Write): void {
    if (event.text !== "") this.#send(event.text, write);
  }

  // The start says which call it is in the caller's own words; the end may repeat it in the engine's.
  finish(content: Block | undefined, write: Write): Members {
    const late = content?.type === "tool_use" ? content : undefined;
    const isBlank = late !== undefined && isSpelled(late, ID, "blank");
    if (this.#text === "" && !isBlank) {
      const text = wholeInput(this.#start) ?? (late === undefined ? undefined : wholeInput(late)) ?? "{}";
      if (this.#member === "arguments" || text !== "{}") this.#send(text, write);
    }
    const vendor = late?.vendor?.[ID] === undefined && !isBlank ? this.#start.vendor : late?.vendor;
    const { inputText: _, vendor: __, ...start } = this.#start;
    const block: ToolUseBlock = {
      ...start,
      ...(this.#member === "input" ? { inputText: this.#text } : readArguments(this.#text)),
      ...(vendor === undefined ? {} : { vendor }),
    };
    const item = { ...writeModelItem(block, this.#items), id: this.id } as Members;
    const name = this.#member === "input" ? {} : { name: item["name"] };
    const done = { ...this.#at(), ...name, [this.#member]: item[this.#member] };
    write(this.#writing.frames.frame(`${this.#event}.done`, done));
    return item;
  }

  #at(): Members {
    return { item_id: this.id, output_index: this.place };
  }

  #send(text: string, write: Write): void {
    this.#text += text;
    write(this.#writing.frames.delta(this.#head, this.#before, text, "}\n\n"));
  }
}

// Some engines tell a call in one piece.
function wholeInput({ kind, input, inputText }: ToolUseBlock): string | undefined {
  if (inputText !== undefined && inputText !== "") return inputText;
  if (kind === "custom") return typeof input === "string" ? input : undefined;
  const isEmpty = typeof input !== "object" || input === null || Object.keys(input).length === 0;
  return isEmpty ? undefined : JSON.stringify(input);
}
