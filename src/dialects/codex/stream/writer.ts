import type { Block, Reply, SearchUnit, Stop, StreamEvent } from "../../../contract/index.ts";
import type { StreamWriting } from "../../codec/reply-codec.ts";
import type { StreamWriter } from "../../codec/stream-codec.ts";
import { mergeUsage } from "../../collapse.ts";
import { emptySummary, noteContent } from "../../content-summary.ts";
import { isMembers, type Members, omitMembers } from "../../members/members.ts";
import { isForeignSearch } from "../../search/foreign-search.ts";
import { startsItem } from "../content/block-writer.ts";
import {
  closesIncomplete,
  type ItemWriting,
  isForeignBlank,
  isMessagePart,
  writeMessage,
} from "../content/item-writer.ts";
import { attachLogprobs } from "../reply/logprobs.ts";
import { replyItems, writeResponse } from "../reply/writer.ts";
import { transport } from "../transport.ts";
import { ID } from "../wire.ts";
import type { WrittenBlock, WrittenMessage } from "./block-writing.ts";
import { writeErrorEvent, writeResponseError } from "./error-event.ts";
import { Frames } from "./frames.ts";
import { writeSearchEvents } from "./search-events.ts";
import { hasPlace, openBlock, WrittenPart } from "./written-block.ts";

type Write = (text: string) => void;
type EventOf<Type extends StreamEvent["type"]> = Extract<StreamEvent, { type: Type }>;

/** Writes the events of a streamed response. */
export function openWriter(writing: StreamWriting): StreamWriter {
  return new ResponseWriter(writing);
}

class ResponseWriter implements StreamWriter {
  readonly #writing: StreamWriting;
  readonly #frames = new Frames();
  readonly #output: Members[] = [];
  readonly #summary = emptySummary();
  #items: ItemWriting | undefined;
  #reply: Omit<Reply, "candidates"> = {};
  #stop: Stop | undefined;
  #message: WrittenMessage | undefined;
  #open: WrittenBlock | undefined;
  #openIndex = -1;
  /** Thinking of another vendor, before any of its text: without text it is nothing. */
  #blank: Block | undefined;
  /** A search of another dialect that has begun. */
  #search: SearchUnit | undefined;
  #lateLogprobs: unknown[] = [];
  #isStarted = false;
  #isOver = false;

  constructor(writing: StreamWriting) {
    this.#writing = writing;
  }

  push(event: StreamEvent, write: Write): void {
    if (this.#isOver) return;
    switch (event.type) {
      case "text_delta":
      case "thinking_delta":
      case "input_delta":
        // Only the first answer has a place here.
        if (event.candidate !== 0 || event.block !== this.#openIndex) return;
        if (this.#blank !== undefined && event.text !== "") this.#openBlock(this.#blank, write);
        this.#open?.delta?.(event, write);
        return;
      case "reply_start":
        this.#start(event, write);
        return;
      case "block_start":
        if (event.candidate === 0) this.#startBlock(event, write);
        return;
      case "citation":
        if (event.candidate === 0 && event.block === this.#openIndex && this.#open instanceof WrittenPart)
          this.#open.cite(event.citation, write);
        return;
      case "block_stop":
        if (event.candidate === 0 && event.block === this.#openIndex) this.#stopBlock(event, write);
        return;
      case "logprobs":
        if (event.candidate === 0) this.#takeLogprobs(event.value, write);
        return;
      case "candidate_stop":
        if (event.candidate !== 0) return;
        this.#stop = event.stop;
        this.#closeMessage(write);
        return;
      case "usage":
        this.#reply.usage = mergeUsage(this.#reply.usage, event.usage);
        return;
      case "reply_stop":
        this.#finish(event, write);
        return;
      case "error":
        this.#fail(event, write);
        return;
      case "ping":
        write(transport.heartbeat);
        return;
      case "opaque":
        this.#passOn(event, write);
        return;
      default:
        return;
    }
  }

  end(write: Write): void {
    if (this.#isOver || !this.#isStarted) return;
    const message = "The stream ended before its terminal event.";
    this.#fail({ type: "error", code: "stream_closed", message }, write);
  }

  #start(event: EventOf<"reply_start"> | { type: "reply_start" }, write: Write): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    const { type: _, ...facts } = event;
    this.#reply = { ...facts };
    this.#items = replyItems(this.#reply.id ?? this.#writing.id, this.#writing);
    const { usage: __, ...rest } = this.#reply;
    const response = writeResponse({ ...rest, candidates: [] }, [], this.#summary, this.#writing);
    response["status"] = "in_progress";
    response["completed_at"] = null;
    for (const frame of this.#frames.repeat(["response.created", "response.in_progress"], { response }))
      write(frame);
  }

  #startBlock(event: EventOf<"block_start">, write: Write): void {
    if (!this.#isStarted) this.#start({ type: "reply_start" }, write);
    const { content } = event;
    const block: Block =
      event.vendor === undefined ? content : { ...content, vendor: { ...content.vendor, ...event.vendor } };
    noteContent(this.#summary, block);
    this.#openIndex = event.block;
    if (isForeignSearch(block, ID)) this.#search = block.search;
    else if (isForeignBlank(block)) this.#blank = block;
    else this.#openBlock(block, write);
  }

  #openBlock(block: Block, write: Write): void {
    this.#blank = undefined;
    const isPart = isMessagePart(block);
    // A block without a place here does not split a message.
    if (!isPart && !hasPlace(block)) return;
    if (!isPart || this.#message === undefined || startsItem(block)) this.#closeMessage(write);
    if (isPart && this.#message === undefined) this.#openMessage(block, write);
    this.#open = openBlock(block, {
      frames: this.#frames,
      items: this.#items!,
      message: this.#message,
      place: this.#output.length,
    });
    this.#open.begin(write);
  }

  #openMessage(first: Block, write: Write): void {
    const parts: Members[] = [];
    const item = writeMessage(first, parts, this.#items!);
    const place = this.#output.length;
    this.#message = { first, parts, place, id: item["id"] as string };
    const announced = { ...item, status: "in_progress", content: [] };
    write(this.#frames.frame("response.output_item.added", { output_index: place, item: announced }));
  }

  #closeMessage(write: Write): void {
    const message = this.#message;
    if (message === undefined) return;
    if (this.#open !== undefined) this.#stopBlock(undefined, write);
    this.#message = undefined;
    const item = writeMessage(message.first, message.parts, { ...this.#items!, mint: () => message.id });
    item["id"] = message.id;
    if (closesIncomplete(message.first, this.#stop)) item["status"] = "incomplete";
    this.#output.push(item);
    if (this.#lateLogprobs.length > 0) attachLogprobs(this.#output, this.#lateLogprobs);
    write(this.#frames.frame("response.output_item.done", { output_index: message.place, item }));
  }

  #stopBlock(event: EventOf<"block_stop"> | undefined, write: Write): void {
    if (this.#search !== undefined) {
      this.#stopSearch(event?.content, this.#search, write);
      return;
    }
    const late = this.#blank !== undefined && event?.content?.type === "thinking" ? event.content.text : "";
    if (late !== "") this.#openBlock(this.#blank!, write);
    this.#blank = undefined;
    const open = this.#open;
    this.#open = undefined;
    this.#openIndex = -1;
    if (open === undefined) return;
    const item = open.finish(event?.content, write);
    if (item === undefined) return;
    write(this.#frames.frame("response.output_item.done", { output_index: this.#output.length, item }));
    this.#output.push(item);
  }

  // Sends a search when it is complete, with all its events at once.
  #stopSearch(content: Block | undefined, begun: SearchUnit, write: Write): void {
    this.#search = undefined;
    this.#openIndex = -1;
    const unit = content !== undefined && isForeignSearch(content, ID) ? content.search : begun;
    const item = this.#items!.searches?.push(unit);
    if (item !== undefined) this.#writeSearch(item, write);
  }

  #writeSearch(item: Members, write: Write): void {
    this.#closeMessage(write);
    writeSearchEvents(item, this.#output.length, this.#frames, write);
    this.#output.push(item);
  }

  #takeLogprobs(value: unknown, write: Write): void {
    const entries = Array.isArray(value) ? value : isMembers(value) ? value["content"] : undefined;
    if (!Array.isArray(entries) || entries.length === 0) return;
    const isTaken = this.#open instanceof WrittenPart && this.#open.log(entries, write);
    if (!isTaken) this.#lateLogprobs.push(...entries);
  }

  #finish(event: EventOf<"reply_stop">, write: Write): void {
    if (!this.#isStarted) this.#start({ type: "reply_start" }, write);
    this.#closeMessage(write);
    for (const item of this.#items!.searches?.end() ?? []) this.#writeSearch(item, write);
    this.#isOver = true;
    if (event.vendor?.[ID] !== undefined) {
      const own = { ...this.#reply.vendor?.[ID], ...event.vendor[ID] };
      this.#reply.vendor = { ...this.#reply.vendor, [ID]: own };
    }
    if (this.#lateLogprobs.length > 0) attachLogprobs(this.#output, this.#lateLogprobs);
    const response = this.#response(this.#stop);
    const { status } = response;
    const type = status === "completed" || status === "failed" ? status : "incomplete";
    write(this.#frames.frame(`response.${type}`, { response }));
  }

  #fail(event: EventOf<"error">, write: Write): void {
    if (!this.#isStarted) this.#start({ type: "reply_start" }, write);
    this.#isOver = true;
    write(this.#frames.frame("error", writeErrorEvent(event)));
    const response = this.#response({ reason: "error" });
    response["error"] = writeResponseError(event);
    write(this.#frames.frame("response.failed", { response }));
  }

  #response(stop: Stop | undefined): Members {
    const candidates = stop === undefined ? [] : [{ stop }];
    return writeResponse({ ...this.#reply, candidates }, this.#output, this.#summary, this.#writing);
  }

  // An event of a server tool goes with its item, which may have another index here.
  #passOn(event: EventOf<"opaque">, write: Write): void {
    if (event.dialect !== ID || !isMembers(event.value)) return;
    const members = omitMembers(event.value, "type", "sequence_number", "obfuscation");
    if (typeof members["output_index"] === "number") {
      if (this.#open === undefined) return;
      members["output_index"] = this.#open.place;
      if (members["item_id"] !== undefined) members["item_id"] = this.#open.id;
    }
    if (!this.#isStarted) this.#start({ type: "reply_start" }, write);
    write(this.#frames.frame(event.kind, members));
  }
}
