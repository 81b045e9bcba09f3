import {
  AbpError,
  type LossEntry,
  type LossReport,
  type Reply,
  type StreamEvent,
} from "../../contract/index.ts";
import { SseError, SseReader } from "../../lib/index.ts";
import { accountReply } from "../account.ts";
import { applyEvent } from "../collapse.ts";
import type { Dialect, GrammarFault, StreamGrammar, StreamReader, StreamWriter } from "../dialect.ts";
import { Origins } from "../origins.ts";
import { addVendor, type Present } from "../presence.ts";
import type { ReplyFeatureId } from "../reply-feature.ts";
import { listPresentInReply } from "../reply-presence.ts";
import { holdReasoning } from "./reasoning.ts";
import { type ReplyOptions, replyFacts } from "./reply.ts";
import { StreamUnwrapper } from "./stream-unwrapping.ts";

/** Translates one stream as it comes: bytes of the engine in, text for the caller out. */
export class StreamTranslator {
  readonly #engine: Dialect;
  readonly #caller: Dialect;
  readonly #options: ReplyOptions;
  readonly #sse: SseReader;
  readonly #reader: StreamReader;
  readonly #writer: StreamWriter;
  readonly #unwrapper: StreamUnwrapper;
  readonly #seen = new Map<string, Present<ReplyFeatureId>>();
  readonly #custodial: Reply = { candidates: [] };
  readonly #check: { readonly grammar: StreamGrammar; readonly sse: SseReader } | undefined;
  #out = "";
  #isOver = false;

  constructor(engine: Dialect, caller: Dialect, options: ReplyOptions) {
    this.#engine = engine;
    this.#caller = caller;
    this.#options = options;
    this.#reader = engine.openReader();
    this.#writer = caller.openWriter(replyFacts(options));
    this.#unwrapper = new StreamUnwrapper(options.memory);
    if (options.checkGrammar === true) {
      const grammar = caller.openGrammar();
      this.#check = { grammar, sse: new SseReader((data, event) => grammar.push(data, event)) };
    }
    this.#sse = new SseReader((data, event) => this.#reader.push(data, event, this.#take));
  }

  /** Takes bytes and gives what can be sent now; events that come in one read leave in one write. */
  push(bytes: Uint8Array): string {
    this.#attempt(() => this.#sse.push(bytes));
    return this.#drain();
  }

  /** Takes the end of the stream. */
  end(): string {
    this.#attempt(() => {
      this.#sse.end();
      this.#reader.end(this.#take);
      this.#isOver = true;
      this.#writer.end(this.#write);
    });
    holdReasoning(this.#custodial, this.#engine, this.#caller, this.#options.custody);
    return this.#drain();
  }

  /** Where the written stream breaks the caller's grammar, if that is checked; call it once, after the end. */
  grammarFaults(): readonly GrammarFault[] {
    this.#check?.sse.end();
    return this.#check?.grammar.end() ?? [];
  }

  /** What the stream held that the caller's dialect cannot say; complete once the stream has ended. */
  report(): LossReport {
    const origins = new Origins();
    const entries: LossEntry[] = accountReply([...this.#seen.values()], origins, this.#engine, this.#caller);
    return { from: this.#engine.id, to: this.#caller.id, direction: "stream", entries };
  }

  readonly #take = (event: StreamEvent): void => {
    this.#note(event);
    this.#unwrapper.push(event, this.#pass);
  };

  readonly #pass = (event: StreamEvent): void => {
    this.#writer.push(event, this.#write);
  };

  readonly #write = (text: string): void => {
    this.#out += text;
  };

  // What cannot be read ends the stream with an error that the caller can read; nothing after it is looked at.
  #attempt(step: () => void): void {
    if (this.#isOver) return;
    try {
      step();
    } catch (error) {
      if (!AbpError.is(error) && !(error instanceof SseError)) throw error;
      this.#isOver = true;
      const code = AbpError.is(error) ? error.code : "stream_closed";
      this.#writer.push({ type: "error", code, message: error.message }, this.#write);
      this.#writer.end(this.#write);
    }
  }

  #drain(): string {
    const out = this.#out;
    this.#out = "";
    if (out !== "") this.#check?.sse.push(Buffer.from(out));
    return out;
  }

  // Deltas only continue what their block began, so the account needs the other events alone.
  #note(event: StreamEvent): void {
    if (this.#options.custody !== undefined) applyEvent(this.#custodial, event);
    if ((event.type === "text_delta" || event.type === "input_delta") && event.vendor === undefined) return;
    for (const one of presentInEvent(event)) {
      const key = one.vendor === undefined ? one.feature : `${one.vendor.dialect}.${one.vendor.member}`;
      if (!this.#seen.has(key)) this.#seen.set(key, one);
    }
  }
}

function presentInEvent(event: StreamEvent): Present<ReplyFeatureId>[] {
  const found: Present<ReplyFeatureId>[] = [];
  const candidate = {
    index: 0,
    content: "content" in event && event.content !== undefined ? [event.content] : [],
  };
  switch (event.type) {
    case "reply_start": {
      const { type: _, usage, vendor: __, ...facts } = event;
      found.push(
        ...listPresentInReply({ ...facts, candidates: [], ...(usage === undefined ? {} : { usage }) }),
      );
      break;
    }
    case "block_start":
    case "block_stop":
      found.push(...listPresentInReply({ candidates: [candidate] }));
      break;
    case "thinking_delta":
      found.push({ feature: "thinking.text", node: undefined });
      break;
    case "signature":
      found.push({ feature: "thinking.signature", node: undefined });
      break;
    case "citation":
      found.push({ feature: "citation", node: undefined });
      break;
    case "logprobs":
      found.push({ feature: "logprobs", node: undefined });
      break;
    case "candidate_stop":
      found.push(...listPresentInReply({ candidates: [{ ...candidate, stop: event.stop }] }));
      break;
    case "usage":
      found.push(...listPresentInReply({ candidates: [], usage: event.usage }));
      break;
    case "opaque":
      found.push({ feature: "opaque", node: undefined });
      break;
    default:
      break;
  }
  addVendor(found, undefined, event.vendor);
  return found;
}
