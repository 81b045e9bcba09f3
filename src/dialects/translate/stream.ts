import {
  AbpError,
  type LossReport,
  type Reply,
  type Stop,
  type StreamEvent,
  type TokenUsage,
} from "../../contract/index.ts";
import { JsonArraySplitter, JsonStreamError, SseError, SseReader } from "../../lib/index.ts";
import type { StreamReader, StreamWriter } from "../codec/stream-codec.ts";
import { applyEvent, mergeUsage } from "../collapse.ts";
import type { Dialect } from "../dialect.ts";
import { StreamAccount } from "../features/stream-account.ts";
import { hideRunIn, RunWriter } from "../rendering/shown-runs.ts";
import { ArrayFrames } from "./array-frames.ts";
import { holdReasoning } from "./reasoning.ts";
import { type EventRewriter, type ReplyOptions, replyFacts } from "./reply.ts";
import { prefixedId, ReplyIds } from "./reply-ids.ts";
import { StreamUnwrapper } from "./stream-unwrapping.ts";

/** Whether an event carries a part of the answer itself. The gateway may retry until the first one was sent. */
export function isContent(event: StreamEvent): boolean {
  switch (event.type) {
    case "reply_start":
    case "usage":
    case "reply_stop":
    case "ping":
    case "opaque":
    case "logprobs":
      return false;
    case "block_start":
      // A block that is opened says nothing yet, unless it is a call, which has its name.
      return !("text" in event.content) || event.content.text !== "";
    default:
      return true;
  }
}

/**
 * Translates one stream as it comes: bytes of the engine in, text for the caller out.
 *
 * @example
 * import { findDialect, StreamTranslator } from "agent-backplane/dialects";
 * const options = { memory: translated.memory, id: "msg_1", created: 1_700_000_000 };
 * const stream = new StreamTranslator(findDialect("gemini"), findDialect("claude"), options);
 * const written = stream.push(Buffer.from(text)) + stream.end();
 */
export class StreamTranslator {
  readonly #engine: Dialect;
  readonly #caller: Dialect;
  readonly #options: ReplyOptions;
  #source: { push(bytes: Uint8Array): void; end(): void };
  #reader: StreamReader;
  readonly #writer: StreamWriter;
  readonly #unwrapper: StreamUnwrapper;
  readonly #runs: RunWriter;
  readonly #account: StreamAccount;
  readonly #custodial: Reply = { candidates: [] };
  /** The blocks that call a function of our own, by candidate and block. */
  readonly #ownBlocks = new Set<string>();
  readonly #ids: ReplyIds | undefined;
  readonly #rewriter: EventRewriter | undefined;
  readonly #array: ArrayFrames | undefined;
  #out = "";
  #isOver = false;
  /** Whether the engine has ended. The stream stays open if the rewriter holds events back. */
  #hasEnded = false;

  /** The number of the engine's events so far. */
  events = 0;
  /** Whether any part of the answer itself was written. */
  hasContent = false;
  /** The error that the stream ended in. */
  failure: Extract<StreamEvent, { type: "error" }> | undefined;
  /** Whether the stream came to its own end. */
  isComplete = false;
  /** The facts of the answer so far; the id is the engine's. */
  id: string | undefined;
  model: string | undefined;
  usage: TokenUsage | undefined;
  /** Why the first of the answers stopped. */
  stop: Stop | undefined;

  constructor(engine: Dialect, caller: Dialect, options: ReplyOptions) {
    this.#engine = engine;
    this.#caller = caller;
    this.#options = options;
    this.#account = new StreamAccount(engine, caller, options.lossesOnly);
    this.#reader = engine.openReader(options.id);
    this.#writer = caller.openWriter(replyFacts(options));
    if (options.unique !== undefined) this.#ids = new ReplyIds(options.unique, caller.replyIdPrefix);
    this.#unwrapper = new StreamUnwrapper(options.memory);
    this.#runs = new RunWriter(caller.id, this.#unwrap);
    this.#rewriter = options.rewriter;
    if (options.framing?.caller === "array") this.#array = new ArrayFrames();
    this.#source = this.#openSource();
  }

  #openSource(): { push(bytes: Uint8Array): void; end(): void } {
    return this.#options.framing?.engine === "array"
      ? new JsonArraySplitter((element) => this.#read(element, undefined))
      : new SseReader((data, event) => this.#read(data, event));
  }

  #read(data: string, event: string | undefined): void {
    this.events += 1;
    this.#reader.push(data, event, this.#take);
  }

  /** Takes bytes and returns the text to send now. Events that arrive in one chunk leave in one write. */
  push(bytes: Uint8Array): string {
    this.#attempt(bytes);
    return this.#drain();
  }

  /** Takes the end of the stream. */
  end(): string {
    this.#attempt(undefined);
    holdReasoning(this.#custodial, this.#engine, this.#caller, this.#options.custody);
    return this.#drain();
  }

  /** Returns the text of events that the rewriter had held back; nothing after the end. */
  flush(): string {
    if (this.#isOver) return this.#drain();
    for (const event of this.#rewriter?.flush?.() ?? []) this.#pass(event);
    if (this.#hasEnded) this.#closeUnlessHeld();
    return this.#drain();
  }

  /**
   * Takes another stream of the engine, which goes on with the answer. Called after `end`, if the rewriter holds the
   * answer open; the rewriter makes one stream of all of them.
   */
  reopen(): void {
    this.#reader = this.#engine.openReader(this.#options.id);
    this.#source = this.#openSource();
    this.#custodial.candidates = [];
    this.#ownBlocks.clear();
    this.#hasEnded = false;
  }

  /** Ends the stream with an error that the caller can read; nothing if it has come to an end already. */
  fail(error: AbpError): string {
    if (!this.#isOver && !this.isComplete && this.failure === undefined) this.#end(error.code, error.message);
    return this.#drain();
  }

  /** The losses of the stream; complete once the stream has ended. */
  report(): LossReport {
    const { entries } = this.#account;
    return { from: this.#engine.id, to: this.#caller.id, direction: "stream", entries };
  }

  readonly #take = (event: StreamEvent): void => {
    if (event.type === "reply_start") this.id = event.id;
    const named = this.#ids === undefined ? this.#withPrefix(event) : this.#ids.inEvent(event);
    const shown = this.#options.memory.wantsJson === true ? hideRunIn(named) : named;
    this.#note(shown);
    this.#runs.push(shown);
  };

  readonly #unwrap = (event: StreamEvent): void => this.#unwrapper.push(event, this.#rewrite);

  #withPrefix(event: StreamEvent): StreamEvent {
    if (event.type !== "reply_start" || event.id === undefined) return event;
    return { ...event, id: prefixedId(event.id, this.#engine, this.#caller) };
  }

  readonly #rewrite = (event: StreamEvent): void => {
    if (this.#rewriter === undefined) this.#pass(event);
    else for (const one of this.#rewriter.push(event)) this.#pass(one);
  };

  readonly #pass = (event: StreamEvent): void => {
    this.#watch(event);
    this.#options.onEvent?.(event);
    this.#writer.push(event, this.#write);
  };

  readonly #write = (text: string): void => {
    this.#out += this.#array === undefined ? text : this.#array.frame(text);
  };

  #watch(event: StreamEvent): void {
    if (!this.hasContent) this.hasContent = isContent(event);
    switch (event.type) {
      case "reply_start":
        this.model = event.model;
        if (event.usage !== undefined) this.usage = mergeUsage(this.usage, event.usage);
        break;
      case "usage":
        this.usage = mergeUsage(this.usage, event.usage);
        break;
      case "candidate_stop":
        this.stop ??= event.stop;
        break;
      case "reply_stop":
        this.isComplete = true;
        break;
      case "error":
        this.failure ??= event;
        break;
      default:
    }
  }

  // Unreadable input ends the stream with an error in the caller's dialect. Later input is ignored.
  #attempt(bytes: Uint8Array | undefined): void {
    if (this.#isOver) return;
    try {
      if (bytes !== undefined) this.#source.push(bytes);
      else this.#finish();
    } catch (error) {
      if (AbpError.is(error)) this.#end(error.code, error.message);
      else if (error instanceof SseError || error instanceof JsonStreamError)
        this.#end("stream_closed", error.message);
      else throw error;
    }
  }

  #finish(): void {
    this.#source.end();
    this.#reader.end(this.#take);
    for (const event of this.#rewriter?.end() ?? []) this.#pass(event);
    this.#hasEnded = true;
    this.#closeUnlessHeld();
  }

  #closeUnlessHeld(): void {
    if (this.#isOver || this.#rewriter?.isHolding === true) return;
    this.#isOver = true;
    this.#close();
  }

  #end(code: string, message: string): void {
    this.#isOver = true;
    if (!this.isComplete && this.failure === undefined) {
      this.#unwrapper.breakOff(this.#rewrite);
      this.#pass({ type: "error", code, message });
    }
    this.#close();
  }

  #close(): void {
    this.#writer.end(this.#write);
    if (this.#array !== undefined) this.#out += this.#array.end();
  }

  #drain(): string {
    const out = this.#out;
    this.#out = "";
    return out;
  }

  #note(event: StreamEvent): void {
    if (this.#options.ownTool !== undefined && this.#isOfOwnTool(event, this.#options.ownTool)) return;
    const isPlainDelta = event.type === "text_delta" || event.type === "input_delta";
    // Most events of a stream, which add no feature to their block.
    if (isPlainDelta && event.vendor === undefined) return;
    // Custody needs reasoning and calls; storing the text as well would waste memory.
    if (this.#options.custody !== undefined && !isPlainDelta) applyEvent(this.#custodial, event);
    this.#account.take(event, this.#reader.places);
  }

  #isOfOwnTool(event: StreamEvent, tool: string): boolean {
    if (!("block" in event)) return false;
    const key = `${event.candidate}:${event.block}`;
    if (event.type === "block_start" && event.content.type === "tool_use" && event.content.name === tool)
      this.#ownBlocks.add(key);
    return this.#ownBlocks.has(key);
  }
}
