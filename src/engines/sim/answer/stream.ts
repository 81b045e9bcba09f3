import { AbpError, type Reply, type StreamEvent } from "../../../contract/index.ts";
import { type Dialect, expand, type StreamWriting } from "../../../dialects/index.ts";
import { SseReader } from "../../../lib/index.ts";
import { type Fault, splitText } from "../prompt/directive.ts";
import type { Answer, Ending } from "./delivery.ts";

export interface StreamPlan {
  readonly dialect: Dialect;
  readonly reply: Reply;
  /** The answer's text, one piece per delta. */
  readonly pieces: readonly string[];
  readonly faults: readonly Fault[];
  readonly writing: StreamWriting;
  /** Whether the stream is one JSON array, as Gemini sends it without `alt=sse`. */
  readonly isArray: boolean;
}

const INPUT_PIECE_LENGTH = 48;
const GARBAGE = '{"simulated garbage": ';

/** Yields the frames of a stream, one per event on the wire. Returns how the stream ends. */
export function* streamFrames(plan: StreamPlan): Generator<string, Ending> {
  const framer = plan.isArray ? new ArrayFramer() : new SseFramer();
  const writer = plan.dialect.openWriter(plan.writing);
  const write = (text: string) => framer.add(text);
  let deltas = 0;
  for (const event of playEvents(plan.reply, plan.pieces)) {
    if (isDelta(event)) {
      const fault = plan.faults.find(({ after, kind }) => after === deltas && kind !== "garbage");
      if (plan.faults.some(({ after, kind }) => after === deltas && kind === "garbage"))
        yield framer.garbage(GARBAGE);
      if (fault?.kind === "fail") {
        writer.push(simulatedFailure, write);
        break;
      }
      if (fault !== undefined) return endingOf(fault);
      deltas++;
    }
    writer.push(event, write);
    const frame = framer.take();
    if (frame !== "") yield frame;
  }
  writer.end(write);
  const last = framer.take() + framer.close();
  if (last !== "") yield last;
  return "end";
}

/** Makes an answer of the frames of a stream. */
export function streamedAnswer(frames: Answer["frames"], isArray: boolean, frameDelayMs: number): Answer {
  const type = isArray ? "application/json; charset=UTF-8" : "text/event-stream; charset=utf-8";
  return {
    status: 200,
    headers: ["content-type", type, "x-abp-simulated", "true"],
    frames,
    headDelayMs: 0,
    frameDelayMs,
  };
}

export function endingOf(fault: Fault): Ending {
  if (fault.kind === "stall") return "stall";
  if (fault.kind === "eof") return "end";
  return new AbpError("stream_closed", "the simulated engine broke the connection off");
}

const simulatedFailure: StreamEvent = {
  type: "error",
  code: "backend_unavailable",
  message: "[simulated] the engine failed",
  // The simulator stands for a vendor, so the error is not one of ours.
  vendor: { sim: {} },
};

function isDelta(event: StreamEvent): boolean {
  return event.type === "text_delta" || event.type === "thinking_delta" || event.type === "input_delta";
}

function* playEvents(reply: Reply, pieces: readonly string[]): Generator<StreamEvent> {
  for (const event of expand(reply)) {
    switch (event.type) {
      case "reply_start":
        yield reply.usage?.input === undefined ? event : { ...event, usage: { input: reply.usage.input } };
        break;
      case "text_delta": {
        const { candidate, block } = event;
        for (const text of pieces) yield { type: "text_delta", candidate, block, text };
        break;
      }
      case "thinking_delta": {
        const { candidate, block } = event;
        for (const text of splitText(event.text)) yield { type: "thinking_delta", candidate, block, text };
        break;
      }
      case "input_delta": {
        const { candidate, block } = event;
        for (const text of splitText(event.text, INPUT_PIECE_LENGTH))
          yield { type: "input_delta", candidate, block, text };
        break;
      }
      default:
        yield event;
    }
  }
}

class SseFramer {
  #text = "";

  add(text: string): void {
    this.#text += text;
  }

  take(): string {
    const text = this.#text;
    this.#text = "";
    return text;
  }

  garbage(data: string): string {
    return `data: ${data}\n\n`;
  }

  close(): string {
    return "";
  }
}

class ArrayFramer {
  #text = "";
  #isBegun = false;
  readonly #reader = new SseReader((data) => {
    this.#text += this.#item(data);
  });

  add(text: string): void {
    this.#reader.push(Buffer.from(text));
  }

  take(): string {
    const text = this.#text;
    this.#text = "";
    return text;
  }

  garbage(data: string): string {
    return this.#item(data);
  }

  close(): string {
    return this.#isBegun ? "\r\n]" : "[]";
  }

  #item(data: string): string {
    const before = this.#isBegun ? ",\r\n" : "[";
    this.#isBegun = true;
    return before + data;
  }
}
