import type { AbpError, Block, StreamEvent } from "../../../contract/index.ts";
import { RepeatedJson, textOfJson } from "../../../lib/index.ts";
import type { ReplyPlaces, StreamReader } from "../../codec/stream-codec.ts";
import { Cursor, wrongType } from "../../members/cursor.ts";
import { isMembers, type Members, withoutNulls } from "../../members/members.ts";
import { asVendor, leftover } from "../../members/own-members.ts";
import { Origins } from "../../origins.ts";
import { readBlock, readContent } from "../content/block-reader.ts";
import { readCitation } from "../content/citations.ts";
import { readStop } from "../reply/stop.ts";
import { readUsage } from "../reply/usage.ts";
import { ID } from "../wire.ts";
import { readStreamError } from "./error.ts";
import { parseEvent, violation, withRest } from "./event.ts";
import { OpaqueUnit, type OpenBlock } from "./open-block.ts";

type Emit = (event: StreamEvent) => void;

const nowhere = new Origins();

/** Opens a reader for the stream of one message. */
export function openReader(): StreamReader {
  return new MessageStreamReader();
}

/** Reads the events of one message; blocks are closed and numbered here, whatever the engine does. */
class MessageStreamReader implements StreamReader {
  readonly places: ReplyPlaces = {
    usage: "$.usage",
    candidate: () => "$",
    block: (_, block) => `$.content[${this.#indices[block] ?? block}]`,
  };
  readonly #events = new RepeatedJson(["delta"]);
  #count = 0;
  #started = false;
  #done = false;
  #hasCalls = false;
  #open: OpenBlock | undefined;
  #blocks = 0;
  /** The engine's index of each block. */
  readonly #indices: number[] = [];
  #usage: Members = {};
  #stop: { readonly word: string; readonly sequence: string | undefined } | undefined;
  #stopMembers: Members = {};
  #endMembers: Members = {};

  push(data: string, event: string | undefined, emit: Emit): void {
    const index = this.#count;
    this.#count += 1;
    if (this.#done || data === "[DONE]") return; // Proxies add the marker of another dialect.
    const value = parseEvent(data, index, this.#events);
    if (value["type"] === "content_block_delta") this.#delta(value, emit);
    else this.#other(value, event, emit);
  }

  end(emit: Emit): void {
    if (this.#done) return;
    this.#done = true;
    this.#close(emit);
    emit({
      type: "error",
      code: "stream_closed",
      message: "the stream ended before its message_stop event",
    });
  }

  #other(value: Members, event: string | undefined, emit: Emit): void {
    switch (value["type"]) {
      case "message_start":
        this.#start(value, emit);
        break;
      case "content_block_start":
        this.#startBlock(value, emit);
        break;
      case "content_block_stop":
        if (value["index"] === this.#open?.index) this.#close(emit);
        break;
      case "message_delta":
        this.#end(value, emit);
        break;
      case "message_stop":
        this.#finish(value, emit);
        break;
      case "ping":
        if (this.#started) emit({ type: "ping" });
        break;
      default:
        if (value["type"] === "error" || event === "error" || isMembers(value["error"]))
          this.#fail(value, emit);
        else if (this.#started) emit({ type: "opaque", dialect: ID, kind: textOfJson(value["type"]), value });
    }
  }

  #start(value: Members, emit: Emit): void {
    if (this.#started) throw this.#violation("a second message_start");
    this.#started = true;
    const cursor = new Cursor(value["message"], `${this.#place()}.message`);
    for (const name of ["type", "role", "stop_reason", "stop_sequence"]) cursor.take(name);
    const content = readContent(cursor.take("content"), cursor.at("content"), nowhere);
    this.#takeStopMembers(cursor);
    const id = cursor.text("id");
    const model = cursor.text("model");
    const usage = cursor.take("usage");
    if (isMembers(usage)) this.#usage = { ...usage };
    emit({
      type: "reply_start",
      ...(id === undefined ? {} : { id }),
      ...(model === undefined ? {} : { model }),
      ...(usage === undefined ? {} : { usage: readUsage(usage, cursor.at("usage")) }),
      ...asVendor(ID, leftover(cursor)),
    });
    // As a rule there is none yet.
    for (const block of content) {
      this.#begin(block, -1, undefined, undefined, emit);
      this.#close(emit);
    }
  }

  #startBlock(value: Members, emit: Emit): void {
    this.#need();
    this.#close(emit);
    const index = this.#index(value);
    const content = readBlock(value["content_block"], `${this.#place()}.content_block`, nowhere);
    const unit = content.type === "opaque" ? new OpaqueUnit(content.value as Members) : undefined;
    const { type: _, index: __, content_block: ___, ...rest } = value;
    this.#begin(content, index, unit, withoutNulls(rest), emit);
  }

  #begin(
    content: Block,
    index: number,
    unit: OpaqueUnit | undefined,
    rest: Members | undefined,
    emit: Emit,
  ): OpenBlock {
    const open = { index, block: this.#blocks, kind: content.type, unit };
    this.#open = open;
    this.#indices.push(index);
    this.#blocks += 1;
    if (content.type === "tool_use") this.#hasCalls = true;
    emit({ type: "block_start", candidate: 0, block: open.block, content, ...asVendor(ID, rest) });
    return open;
  }

  #close(emit: Emit): void {
    const open = this.#open;
    if (open === undefined) return;
    this.#open = undefined;
    const { block, unit } = open;
    if (unit === undefined) emit({ type: "block_stop", candidate: 0, block });
    else emit({ type: "block_stop", candidate: 0, block, content: unit.finish() });
  }

  #delta(value: Members, emit: Emit): void {
    const delta = value["delta"];
    if (!isMembers(delta)) throw wrongType(`${this.#place()}.delta`, delta, "an object");
    const open = this.#open;
    if (open?.unit !== undefined && open.index === value["index"]) {
      open.unit.add(delta);
      return;
    }
    switch (delta["type"]) {
      case "text_delta": {
        const { block } = this.#expect("text", value, emit);
        const text = this.#text(delta, "text");
        emit(withRest({ type: "text_delta", candidate: 0, block, text }, value, delta, "text"));
        break;
      }
      case "thinking_delta": {
        const { block } = this.#expect("thinking", value, emit);
        const text = this.#text(delta, "thinking");
        emit(withRest({ type: "thinking_delta", candidate: 0, block, text }, value, delta, "thinking"));
        break;
      }
      case "input_json_delta": {
        const { block } = this.#expect("tool_use", value, emit);
        const text = this.#text(delta, "partial_json");
        // The first piece is empty as a rule, and a whole input may have come with the start.
        if (text !== "") {
          emit(withRest({ type: "input_delta", candidate: 0, block, text }, value, delta, "partial_json"));
        }
        break;
      }
      default:
        this.#rareDelta(value, delta, emit);
    }
  }

  #rareDelta(value: Members, delta: Members, emit: Emit): void {
    switch (delta["type"]) {
      case "signature_delta": {
        const { block } = this.#expect("thinking", value, emit);
        const signature = this.#text(delta, "signature");
        if (signature !== "") {
          emit(withRest({ type: "signature", candidate: 0, block, signature }, value, delta, "signature"));
        }
        break;
      }
      case "citations_delta": {
        const { block } = this.#expect("text", value, emit);
        const citation = readCitation(delta["citation"], `${this.#place()}.delta.citation`);
        emit(withRest({ type: "citation", candidate: 0, block, citation }, value, delta, "citation"));
        break;
      }
      default:
        this.#need();
        emit({ type: "opaque", dialect: ID, kind: textOfJson(delta["type"]), value });
    }
  }

  // Some engines write text into a block that began as something else: then a new block begins with that very piece.
  #expect(kind: "text" | "thinking" | "tool_use", value: Members, emit: Emit): OpenBlock {
    const open = this.#open;
    if (open !== undefined && open.kind === kind && open.index === value["index"]) return open;
    this.#need();
    if (kind === "tool_use") throw this.#violation("arguments for a tool call that is not open");
    this.#close(emit);
    return this.#begin({ type: kind, text: "" }, this.#index(value), undefined, undefined, emit);
  }

  #end(value: Members, emit: Emit): void {
    this.#need();
    this.#close(emit);
    const cursor = new Cursor(value, this.#place());
    cursor.take("type");
    const delta = cursor.object("delta");
    if (delta !== undefined) {
      const word = delta.text("stop_reason");
      const sequence = delta.text("stop_sequence");
      if (word !== undefined) this.#stop = { word, sequence };
      Object.assign(this.#stopMembers, leftover(delta));
    }
    const usage = cursor.take("usage");
    Object.assign(this.#endMembers, leftover(cursor));
    if (!isMembers(usage)) return;
    // Running totals, of which an event may leave out those that did not change.
    Object.assign(this.#usage, withoutNulls(usage));
    emit({ type: "usage", usage: readUsage(this.#usage, cursor.at("usage")) });
  }

  #finish(value: Members, emit: Emit): void {
    this.#need();
    this.#done = true;
    this.#close(emit);
    const cursor = new Cursor(value, this.#place());
    cursor.take("type");
    Object.assign(this.#endMembers, leftover(cursor));
    if (this.#stop !== undefined) {
      const { word, sequence } = this.#stop;
      const { stop, vendor } = readStop(word, sequence, this.#stopMembers, this.#hasCalls);
      emit({ type: "candidate_stop", candidate: 0, stop, ...(vendor === undefined ? {} : { vendor }) });
    } else Object.assign(this.#endMembers, this.#stopMembers);
    emit({ type: "reply_stop", ...asVendor(ID, this.#endMembers) });
  }

  #fail(value: Members, emit: Emit): void {
    this.#done = true;
    this.#close(emit);
    emit(readStreamError(value));
  }

  #takeStopMembers(cursor: Cursor): void {
    for (const name of ["container", "stop_details"]) {
      const member = cursor.take(name);
      if (member !== undefined) this.#stopMembers[name] = member;
    }
  }

  #text(delta: Members, name: string): string {
    const text = delta[name];
    if (typeof text !== "string") throw wrongType(`${this.#place()}.delta.${name}`, text, "text");
    return text;
  }

  #index(value: Members): number {
    const index = value["index"];
    if (typeof index !== "number") throw wrongType(`${this.#place()}.index`, index, "a number");
    return index;
  }

  #need(): void {
    if (!this.#started) throw this.#violation("an event before message_start");
  }

  #place(): string {
    return `$[${this.#count - 1}]`;
  }

  #violation(what: string): AbpError {
    return violation(this.#count - 1, what);
  }
}
