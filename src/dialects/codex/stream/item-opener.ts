import type { StreamEvent } from "../../../contract/index.ts";
import { Cursor } from "../../members/cursor.ts";
import type { Members } from "../../members/members.ts";
import { readModelItem, readOpaqueItem } from "../content/item-reader.ts";
import { ID } from "../wire.ts";
import type { ItemContext, OpenItem } from "./open-item.ts";
import { OpenMessage } from "./open-message.ts";
import { OpenReasoning } from "./open-reasoning.ts";

type Emit = (event: StreamEvent) => void;

/** Opens an item as it was announced. */
export function openItem(item: Members, context: ItemContext): OpenItem {
  switch (item["type"]) {
    case "message":
      return new OpenMessage(item, context);
    case "reasoning":
      return new OpenReasoning(item, context);
    case "function_call":
      return new OpenCall(item, context, "arguments");
    case "custom_tool_call":
      return new OpenCall(item, context, "input");
    default:
      return new OpenOpaque(item, context);
  }
}

class OpenCall implements OpenItem {
  readonly #context: ItemContext;
  readonly #member: "arguments" | "input";
  readonly #announced: Members;
  #block = -1;
  #sent = 0;
  #vendor = "";

  constructor(item: Members, context: ItemContext, member: "arguments" | "input") {
    this.#announced = item;
    this.#context = context;
    this.#member = member;
  }

  begin(emit: Emit): void {
    // A call without a name yet is begun when its name is known.
    const { name, call_id: callId, id } = this.#announced;
    if (typeof name === "string" && typeof (callId ?? id) === "string") this.#start(this.#announced, emit);
  }

  take(event: Members, type: string, emit: Emit): void {
    if (this.#block === -1) {
      if (typeof event["name"] === "string") this.#start({ ...this.#announced, name: event["name"] }, emit);
      else return;
    }
    if (type.endsWith(".delta")) {
      const { delta } = event;
      if (typeof delta === "string" && delta !== "") this.#send(delta, emit);
    } else this.#sendRest(event[this.#member], emit);
  }

  finish(item: Members, emit: Emit): void {
    if (this.#block === -1) this.#start(item, emit);
    this.#sendRest(item[this.#member], emit);
    const [block] = readModelItem(item, this.#context.path, this.#context.origins, "reply");
    // The call and its input are emitted already; only members that came late make it worth repeating.
    const isTold = JSON.stringify(block?.vendor ?? {}) === this.#vendor;
    const at = { candidate: 0, block: this.#block };
    emit(
      isTold || block === undefined
        ? { type: "block_stop", ...at }
        : { type: "block_stop", ...at, content: block },
    );
  }

  abandon(emit: Emit): void {
    if (this.#block !== -1) emit({ type: "block_stop", candidate: 0, block: this.#block });
  }

  #start(item: Members, emit: Emit): void {
    const blank = { ...item, status: "completed", [this.#member]: this.#member === "input" ? "" : "{}" };
    const [content] = readModelItem(blank, this.#context.path, this.#context.origins, "reply");
    if (content === undefined) return;
    this.#block = this.#context.nextBlock();
    this.#vendor = JSON.stringify(content.vendor ?? {});
    this.#context.note(content);
    emit({ type: "block_start", candidate: 0, block: this.#block, content });
  }

  #send(text: string, emit: Emit): void {
    this.#sent += text.length;
    emit({ type: "input_delta", candidate: 0, block: this.#block, text });
  }

  // A server may send the whole at once, or only at the end.
  #sendRest(whole: unknown, emit: Emit): void {
    if (typeof whole === "string" && whole.length > this.#sent) this.#send(whole.slice(this.#sent), emit);
  }
}

/** An item that only this dialect can read: its events pass through beside it. */
class OpenOpaque implements OpenItem {
  readonly #context: ItemContext;
  readonly #announced: Members;
  #block = -1;

  constructor(item: Members, context: ItemContext) {
    this.#announced = item;
    this.#context = context;
  }

  begin(emit: Emit): void {
    this.#block = this.#context.nextBlock();
    const content = readOpaqueItem(new Cursor(this.#announced, this.#context.path));
    emit({ type: "block_start", candidate: 0, block: this.#block, content });
  }

  take(event: Members, type: string, emit: Emit): void {
    emit({ type: "opaque", dialect: ID, kind: type, value: event });
  }

  finish(item: Members, emit: Emit): void {
    if (this.#block === -1) this.begin(emit);
    const content = readOpaqueItem(new Cursor(item, this.#context.path));
    emit({ type: "block_stop", candidate: 0, block: this.#block, content });
  }

  abandon(emit: Emit): void {
    emit({ type: "block_stop", candidate: 0, block: this.#block });
  }
}
