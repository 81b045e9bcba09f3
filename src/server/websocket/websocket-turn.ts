import type {
  AnswerSource,
  LeaveReason,
  OpenCall,
  PlainResponse,
  ResponseSink,
} from "../../gateway/index.ts";
import { findHeader, SseReader } from "../../lib/index.ts";

/** Bodies of errors are small; bytes above this limit are dropped. */
const MAX_ERROR_BYTES = 1024 * 1024;
const DEFAULT_ERROR_STATUS = 502;

/** Takes the events of a turn. */
export interface TurnOutput {
  /** Sends one event; returns false when the source must pause. */
  send(event: string): boolean;
  /** Called with the answer of a call that was refused, before `ended`. */
  refused(answer: PlainResponse): void;
  /** Called with the last event of a complete response. */
  completed(event: string): void;
  /** Called with a response that failed after it had begun, before `ended`. */
  failed(): void;
  /** Called once: after a whole answer, or after one that was broken off. Not called after `leave`. */
  ended(isWhole: boolean): void;
}

/** One response on a WebSocket: splits the gateway's event stream into one message per event. */
export class WebSocketTurn implements ResponseSink {
  source: AnswerSource | undefined = undefined;
  readonly #output: TurnOutput;
  readonly #reader = new SseReader((data, event) => this.#take(data, event));
  #status = 0;
  #headers: readonly string[] = [];
  #isStream = false;
  #errorChunks: Buffer[] = [];
  #errorBytes = 0;
  #canSend = true;
  #isOver = false;
  #isWhole: boolean | undefined;
  #call: OpenCall | undefined;
  #leaveReason: LeaveReason | undefined;

  constructor(output: TurnOutput) {
    this.#output = output;
  }

  /** The call, once `begun` was called. */
  get call(): OpenCall | undefined {
    return this.#call;
  }

  /** Takes the call that writes into this turn. The answer may have ended by then, or the caller may have left. */
  begun(call: OpenCall): void {
    this.#call = call;
    if (this.#leaveReason !== undefined) call.leave(this.#leaveReason);
    if (this.#isWhole !== undefined) this.#output.ended(this.#isWhole);
  }

  head(status: number, headers: readonly string[]): void {
    this.#status = status;
    this.#headers = headers;
    const contentType = findHeader(headers, "content-type");
    this.#isStream = status < 300 && contentType?.startsWith("text/event-stream") === true;
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
    if (this.#isStream) this.#read(() => this.#reader.end());
    if (this.#isOver) return;
    this.#isOver = true;
    if (!this.#isStream) this.#output.refused(this.#plainAnswer());
    this.#end(true);
  }

  break(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#end(false);
  }

  /** Stops the call because the caller is gone, does not read, or the server stops. */
  leave(reason: LeaveReason): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#leaveReason = reason;
    this.#call?.leave(reason);
  }

  // An answer that ends while the call is being started ends the turn in `begun`, when the call is known.
  #end(isWhole: boolean): void {
    if (this.#call === undefined) this.#isWhole = isWhole;
    else this.#output.ended(isWhole);
  }

  #push(chunk: Uint8Array | string): void {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    if (this.#isStream) {
      this.#read(() => this.#reader.push(bytes));
      return;
    }
    this.#errorBytes += bytes.length;
    if (this.#errorBytes <= MAX_ERROR_BYTES) this.#errorChunks.push(Buffer.from(bytes));
  }

  // A stream that cannot be read as events is broken off.
  #read(read: () => void): void {
    try {
      read();
    } catch {
      this.leave("client_gone");
      this.#end(false);
    }
  }

  #take(data: string, event: string | undefined): void {
    if (this.#isOver || data === "[DONE]") return;
    if (!this.#output.send(data)) this.#canSend = false;
    const ending = endingOf(event ?? data);
    if (ending === "completed") this.#output.completed(data);
    else if (ending === "failed") this.#output.failed();
  }

  #plainAnswer(): PlainResponse {
    const status = this.#status >= 400 ? this.#status : DEFAULT_ERROR_STATUS;
    return { status, headers: this.#headers, body: Buffer.concat(this.#errorChunks).toString("utf8") };
  }
}

const ENDINGS = [
  ["response.completed", "completed"],
  ["response.incomplete", "completed"],
  ["response.failed", "failed"],
] as const;

/** How an event ends its response. `text` is the event's name, or its data if the stream names no events. */
function endingOf(text: string): "completed" | "failed" | undefined {
  const isName = text.length < 40;
  return ENDINGS.find(([type]) => (isName ? text === type : text.includes(`"${type}"`)))?.[1];
}
