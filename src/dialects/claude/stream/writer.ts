import type {
  Block,
  SearchUnit,
  Stop,
  StreamEvent,
  TokenUsage,
  VendorMembers,
} from "../../../contract/index.ts";
import { textOfJson } from "../../../lib/index.ts";
import type { StreamWriting } from "../../codec/reply-codec.ts";
import type { StreamWriter } from "../../codec/stream-codec.ts";
import { mergeUsage } from "../../collapse.ts";
import { emptySummary, noteContent } from "../../content-summary.ts";
import type { Members } from "../../members/members.ts";
import { ownMembers, restoreOwn } from "../../members/own-members.ts";
import { isForeignSearch } from "../../search/foreign-search.ts";
import { SearchWriter } from "../content/search-writer.ts";
import { writeStop } from "../reply/stop.ts";
import { writeFinalUsage, writeUsage } from "../reply/usage.ts";
import { writeHead } from "../reply/writer.ts";
import { frame, ID, PING } from "../wire.ts";
import { BlockWriter } from "./block-writer.ts";
import { writeStreamError } from "./error.ts";

type Write = (text: string) => void;

/** Opens a writer for the stream of one message. */
export function openWriter(writing: StreamWriting): StreamWriter {
  return new MessageStreamWriter(writing);
}

/** Writes the events of one message: one start, its blocks one after the other, one delta with the stop reason. */
class MessageStreamWriter implements StreamWriter {
  readonly #writing: StreamWriting;
  readonly #summary = emptySummary();
  #state: "new" | "open" | "done" = "new";
  #current: BlockWriter | undefined;
  /** A search of another dialect that has begun; it is written when it is whole. */
  #search: { readonly block: number; unit: SearchUnit } | undefined;
  readonly #searches = new SearchWriter();
  #index = 0;
  #usage: TokenUsage | undefined;
  #stop: { stop?: Stop | undefined; vendor?: VendorMembers | undefined } = {};

  constructor(writing: StreamWriting) {
    this.#writing = writing;
  }

  push(event: StreamEvent, write: Write): void {
    switch (event.type) {
      case "text_delta":
      case "thinking_delta":
      case "input_delta":
        if (this.#current?.isFor(event) === true) this.#current.delta(event, write);
        break;
      case "signature":
      case "citation":
        if (this.#current?.isFor(event) === true) this.#current.add(event, write);
        break;
      default:
        if (this.#state !== "done") this.#other(event, write);
    }
  }

  end(write: Write): void {
    if (this.#state === "done") return;
    this.#fail(
      { type: "error", code: "stream_closed", message: "the stream ended before its last event" },
      write,
    );
  }

  #other(event: StreamEvent, write: Write): void {
    switch (event.type) {
      case "reply_start":
        this.#start(event, write);
        break;
      case "block_start":
        if (event.candidate === 0) this.#startBlock(event, write);
        break;
      case "block_stop":
        if (this.#current?.isFor(event) === true) this.#close(event.content, write);
        else if (event.candidate === 0) this.#stopSearch(event, write);
        break;
      case "candidate_stop":
        if (event.candidate === 0) this.#stop = event;
        break;
      case "usage":
        this.#usage = mergeUsage(this.#usage, event.usage);
        break;
      case "reply_stop":
        this.#finish(event, write);
        break;
      case "error":
        this.#fail(event, write);
        break;
      case "ping":
        // The first event of a message is its start; nothing may come before it.
        if (this.#state === "open") write(PING);
        break;
      case "opaque":
        if (this.#state === "open" && event.dialect === ID)
          write(frame(event.kind, JSON.stringify(event.value)));
        break;
      default:
        break; // Log probabilities and sound have no place here.
    }
  }

  #start(event: Extract<StreamEvent, { type: "reply_start" }>, write: Write): void {
    if (this.#state !== "new") return;
    this.#state = "open";
    this.#usage = event.usage;
    const message: Members = {
      ...writeHead(event, this.#writing),
      content: [],
      stop_reason: null,
      stop_sequence: null,
      stop_details: null,
      container: null,
      diagnostics: null,
      usage: writeUsage(this.#firstUsage(event.usage)),
    };
    restoreOwn(message, ownMembers(event, ID));
    write(frame("message_start", JSON.stringify({ type: "message_start", message })));
  }

  // The last event has the true counts. Until then an estimate stands for the counts that the engine has not sent.
  #firstUsage(usage: TokenUsage | undefined): TokenUsage | undefined {
    const { inputTokens } = this.#writing;
    if (inputTokens === undefined || (usage?.input ?? 0) > 0) return usage;
    return {
      ...usage,
      input: inputTokens,
      cacheRead: usage?.cacheRead ?? 0,
      cacheWrite: usage?.cacheWrite ?? 0,
    };
  }

  #startBlock(event: Extract<StreamEvent, { type: "block_start" }>, write: Write): void {
    if (this.#state === "new") this.#start({ type: "reply_start" }, write);
    this.#close(undefined, write);
    noteContent(this.#summary, event.content);
    if (isForeignSearch(event.content, ID)) {
      this.#search = { block: event.block, unit: event.content.search };
      return;
    }
    this.#current = new BlockWriter(event, this.#index);
    this.#current.start(write);
  }

  #stopSearch({ block, content }: Extract<StreamEvent, { type: "block_stop" }>, write: Write): void {
    const search = this.#search;
    if (search?.block !== block) return;
    this.#search = undefined;
    const whole = content !== undefined && isForeignSearch(content, ID) ? content.search : search.unit;
    this.#writeUnits(this.#searches.push(whole), write);
  }

  #writeUnits(units: readonly Members[], write: Write): void {
    for (const value of units) {
      const content: Block = { type: "opaque", dialect: ID, kind: textOfJson(value["type"]), value };
      this.#current = new BlockWriter({ type: "block_start", candidate: 0, block: -1, content }, this.#index);
      this.#close(undefined, write);
    }
  }

  #close(content: Block | undefined, write: Write): void {
    if (this.#current === undefined) return;
    this.#current.stop(content, write);
    if (this.#current.wasWritten) this.#index += 1;
    this.#current = undefined;
  }

  #finish(event: Extract<StreamEvent, { type: "reply_stop" }>, write: Write): void {
    if (this.#state === "new") this.#start({ type: "reply_start" }, write);
    this.#close(undefined, write);
    this.#writeUnits(this.#searches.end(), write);
    this.#state = "done";
    const delta = writeStop(this.#stop, this.#summary);
    const last: Members = { type: "message_delta", delta, usage: writeFinalUsage(this.#usage) };
    restoreOwn(last, ownMembers(event, ID));
    write(frame("message_delta", JSON.stringify(last)));
    write(frame("message_stop", '{"type":"message_stop"}'));
  }

  #fail(event: Extract<StreamEvent, { type: "error" }>, write: Write): void {
    this.#current?.breakOff(write);
    this.#current = undefined;
    this.#state = "done";
    write(writeStreamError(event));
  }
}
