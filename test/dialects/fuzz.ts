import { AbpError, type StreamEvent } from "../../src/contract/index.ts";
import { type Dialect, IdMap, Origins } from "../../src/dialects/index.ts";
import { SseError, SseReader } from "../../src/lib/index.ts";
import { generateAnswer, generateScene } from "./generate.ts";
import { mutate } from "./mutate.ts";
import { framesOf } from "./oracle/index.ts";
import { Random } from "./random.ts";
import { renderReply, renderStream } from "./render-reply.ts";
import { renderRequest } from "./render-request.ts";
import { openGrammar } from "./stream-grammar/index.ts";
import { bytesOf, writing } from "./subjects.ts";

/** What a run of random inputs came to. */
export interface FuzzCount {
  inputs: number;
  /** Inputs that were read, and those that a typed error refused. */
  read: number;
  refused: number;
  /** The slowest input, in milliseconds. */
  slowest: number;
  /** Errors of any other kind, each with the input that caused it. */
  crashes: { readonly kind: string; readonly message: string; readonly input: string }[];
}

/** Gives a dialect's readers random and changed inputs: requests, replies, frames of streams, raw bytes. */
export class DialectFuzzer {
  readonly #dialect: Dialect;
  readonly #random: Random;
  readonly #requests: { body: unknown; reading: object }[];
  readonly #replies: unknown[];
  readonly #streams: { text: string; frames: { data: string; event: string | undefined }[] }[];
  /** Told of each input before it is read: how an input that never comes back is found. */
  onInput: ((kind: string, input: unknown) => void) | undefined;
  readonly count: FuzzCount = { inputs: 0, read: 0, refused: 0, slowest: 0, crashes: [] };

  constructor(dialect: Dialect, seed: number) {
    this.#dialect = dialect;
    this.#random = new Random(seed);
    const seeds = Array.from({ length: 40 }, (_, index) => index);
    this.#requests = seeds.map((one) => renderRequest(dialect.id, generateScene(one))).filter(isSmall);
    this.#replies = seeds.map((one) => renderReply(dialect.id, generateAnswer(one))).filter(isSmall);
    this.#streams = seeds
      .map((one) => renderStream(dialect.id, generateAnswer(one), one))
      .filter((text) => text.length < 8000)
      .map((text) => ({ text, frames: framesOf(text) }));
  }

  run(inputs: number): void {
    for (let index = 0; index < inputs; index += 1) {
      const choice = this.#random.below(10);
      if (choice < 4) this.#request();
      else if (choice < 7) this.#reply();
      else if (choice < 9) this.#frames();
      else this.#bytes();
    }
  }

  #request(): void {
    const { body, reading } = this.#random.pick(this.#requests);
    const input = this.#random.chance(0.1) ? randomJson(this.#random, 4) : mutate(body, this.#random);
    this.#try("request", input, () => {
      const conversation = this.#dialect.readRequest(input, { origins: new Origins(), ...reading });
      this.#dialect.writeRequest(conversation, {
        ids: new IdMap(this.#dialect.toolCallIds),
        note: () => undefined,
      });
      this.#dialect.detect(
        typeof input === "object" && input !== null ? (input as Record<string, unknown>) : {},
        {},
      );
    });
  }

  #reply(): void {
    const input = this.#random.chance(0.1)
      ? randomJson(this.#random, 4)
      : mutate(this.#random.pick(this.#replies), this.#random);
    this.#try("reply", input, () => {
      this.#dialect.writeReply(this.#dialect.readReply(input, new Origins()), writing());
    });
    this.#try("error", input, () => {
      this.#dialect.writeError(this.#dialect.readError(this.#random.pick([400, 401, 429, 500, 529]), input));
    });
  }

  // A few frames of a stream are changed, left out, repeated or moved.
  #frames(): void {
    const { frames } = this.#random.pick(this.#streams);
    const chosen = frames.flatMap((frame) => {
      if (this.#random.chance(0.85)) return [frame];
      switch (this.#random.below(4)) {
        case 0:
          return [];
        case 1:
          return [frame, frame];
        case 2:
          return [{ ...frame, data: frame.data.slice(0, this.#random.below(frame.data.length)) }];
        default:
          return [{ ...frame, data: changedData(frame.data, this.#random) }];
      }
    });
    if (this.#random.chance(0.2)) chosen.reverse();
    this.#try("frames", chosen, () => {
      const reader = this.#dialect.openReader();
      const writer = this.#dialect.openWriter(writing());
      const emit = (event: StreamEvent) => writer.push(event, () => undefined);
      for (const { data, event } of chosen) reader.push(data, event, emit);
      reader.end(emit);
      writer.end(() => undefined);
    });
    this.#try("grammar", chosen, () => {
      const grammar = openGrammar(this.#dialect.id);
      for (const { data, event } of chosen) grammar.push(data, event);
      grammar.end();
    });
  }

  #bytes(): void {
    const bytes = bytesOf(this.#random.pick(this.#streams).text).slice();
    const changes = this.#random.below(6);
    for (let index = 0; index < changes; index += 1)
      bytes[this.#random.below(bytes.length)] = this.#random.below(256);
    const cut = this.#random.below(bytes.length);
    this.#try("bytes", bytes, () => {
      const reader = this.#dialect.openReader();
      const sse = new SseReader((data, event) => reader.push(data, event, () => undefined));
      sse.push(bytes.subarray(0, cut));
      sse.push(bytes.subarray(cut));
      sse.end();
      reader.end(() => undefined);
    });
  }

  #try(kind: string, input: unknown, work: () => void): void {
    const { count } = this;
    count.inputs += 1;
    this.onInput?.(kind, input);
    const start = performance.now();
    try {
      work();
      count.read += 1;
    } catch (error) {
      if (error instanceof AbpError || error instanceof SseError) count.refused += 1;
      else if (count.crashes.length < 50)
        count.crashes.push({
          kind,
          message: error instanceof Error ? (error.stack ?? error.message).slice(0, 500) : String(error),
          input:
            kind === "bytes"
              ? Buffer.from(input as Uint8Array).toString("base64")
              : JSON.stringify(input).slice(0, 3000),
        });
    }
    for (const name of Object.keys(Object.prototype)) {
      delete (Object.prototype as unknown as Record<string, unknown>)[name];
      count.crashes.push({
        kind,
        message: `every object now has ${name}`,
        input: JSON.stringify(input).slice(0, 3000),
      });
    }
    count.slowest = Math.max(count.slowest, performance.now() - start);
  }
}

function isSmall(value: unknown): boolean {
  return JSON.stringify(value).length < 4000;
}

function changedData(data: string, random: Random): string {
  try {
    return JSON.stringify(mutate(JSON.parse(data), random)) ?? "null";
  } catch {
    return "[DONE]";
  }
}

function randomJson(random: Random, depth: number): unknown {
  switch (random.below(depth > 0 ? 7 : 5)) {
    case 0:
      return null;
    case 1:
      return random.chance(0.5);
    case 2:
      return random.pick([0, -1, 1e308, 0.1, random.below(1000)]);
    case 3:
      return random.pick(["", "text", "tool_use", "\u0000", "__proto__", "\ud800", "data:;base64,"]);
    case 4:
      return [];
    case 5:
      return Array.from({ length: random.below(4) }, () => randomJson(random, depth - 1));
    default:
      return Object.fromEntries(
        Array.from({ length: random.below(5) }, () => [
          random.pick([
            "type",
            "role",
            "content",
            "messages",
            "input",
            "parts",
            "contents",
            "choices",
            "output",
            "__proto__",
            "tools",
            "text",
          ]),
          randomJson(random, depth - 1),
        ]),
      );
  }
}
