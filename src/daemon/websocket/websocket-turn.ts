import type {
  AnswerSource,
  LeaveReason,
  OpenCall,
  PlainResponse,
  ResponseSink,
} from "../../gateway/index.ts";
import { SseReader } from "../../lib/index.ts";

// An error's body is small; what goes beyond is not one.
const MAX_ERROR_BYTES = 1024 * 1024;

/** Where a turn's events go. */
export interface TurnOutput {
  /** Sends one event; answers false when no more should come until the turn was told. */
  send(event: string): boolean;
  /** Takes the answer of a call that was refused. */
  refused(answer: PlainResponse): void;
  /** Takes a response that is complete, as its last event tells it. */
  completed(event: string): void;
  /** Takes the end: a whole answer, or one that was broken off. */
  ended(isWhole: boolean): void;
}

/** One response on a connection: takes the gateway's stream apart into events. */
export class WebSocketTurn implements ResponseSink {
  source: AnswerSource | undefined = undefined;
  readonly #output: TurnOutput;
  readonly #reader = new SseReader((data, event) => this.#take(data, event));
  #status = 0;
  #headers: readonly string[] = [];
  #isStream = false;
  #pieces: Buffer[] = [];
  #length = 0;
  #canSend = true;
  #isOver = false;
  #call: OpenCall | undefined;
  #left: LeaveReason | undefined;

  constructor(output: TurnOutput) {
    this.#output = output;
  }

  /** The call, once it has begun. */
  get call(): OpenCall | undefined {
    return this.#call;
  }

  /** Takes the call; what it answered while it was being started may already have been too much for the caller. */
  begun(call: OpenCall): void {
    this.#call = call;
    if (this.#left !== undefined) call.leave(this.#left);
  }

  head(status: number, headers: readonly string[]): void {
    this.#status = status;
    this.#headers = headers;
    for (let at = 0; at < headers.length; at += 2) {
      if (headers[at]!.toLowerCase() !== "content-type") continue;
      this.#isStream = status < 300 && headers[at + 1]!.startsWith("text/event-stream");
    }
  }

  write(chunk: Uint8Array | string): boolean {
    if (this.#isOver) return false;
    this.#canSend = true;
    this.#push(chunk);
    return this.#canSend;
  }

  end(chunk?: Uint8Array | string): void {
    if (this.#isOver) return;
    if (chunk !== undefined) this.#push(chunk);
    if (this.#isStream) this.#guard(() => this.#reader.end());
    if (this.#isOver) return;
    this.#isOver = true;
    if (!this.#isStream) this.#output.refused(this.#plain());
    this.#output.ended(true);
  }

  break(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#output.ended(false);
  }

  /** Says that the caller is gone. */
  leave(reason: LeaveReason): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#left = reason;
    this.#call?.leave(reason);
  }

  #push(chunk: Uint8Array | string): void {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    if (this.#isStream) {
      this.#guard(() => this.#reader.push(bytes));
      return;
    }
    this.#length += bytes.length;
    if (this.#length <= MAX_ERROR_BYTES) this.#pieces.push(Buffer.from(bytes));
  }

  // What is no stream of events cannot be told to the caller as one.
  #guard(read: () => void): void {
    try {
      read();
    } catch {
      this.leave("client_gone");
      this.#output.ended(false);
    }
  }

  #take(data: string, event: string | undefined): void {
    if (this.#isOver || data === "[DONE]") return;
    if (!this.#output.send(data)) this.#canSend = false;
    if (isLast(event ?? data)) this.#output.completed(data);
  }

  #plain(): PlainResponse {
    const status = this.#status >= 400 ? this.#status : 502;
    return { status, headers: this.#headers, body: Buffer.concat(this.#pieces).toString("utf8") };
  }
}

// The event's own name, or its data where the stream does not name its events.
function isLast(text: string): boolean {
  if (text.length < 40) return text === "response.completed" || text === "response.incomplete";
  return text.includes('"response.completed"') || text.includes('"response.incomplete"');
}
