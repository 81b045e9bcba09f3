import {
  type Block,
  type ErrorCode,
  errorCodes,
  errorRow,
  type StreamEvent,
  type TokenUsage,
} from "../../../contract/index.ts";
import type { StreamWriting } from "../../codec/reply-codec.ts";
import type { StreamWriter } from "../../codec/stream-codec.ts";
import { mergeUsage } from "../../collapse.ts";
import type { Members } from "../../members/members.ts";
import { ownMembers, restoreOwn } from "../../members/own-members.ts";
import { writeError } from "../errors.ts";
import { formatCreated } from "../reply/reader.ts";
import { writeUsage } from "../reply/usage.ts";
import { isBlocked } from "../reply/writer.ts";
import { ID } from "../wire.ts";
import { CandidateWriter } from "./candidate-writer.ts";

type Write = (text: string) => void;

/** Writes a stream as generateContent does with `alt=sse`: each event a partial `GenerateContentResponse`. */
export function openWriter(_writing: StreamWriting): StreamWriter {
  return new GeminiStreamWriter();
}

// Clients of this API know no comments and no other events, so a ping leaves no trace.
class GeminiStreamWriter implements StreamWriter {
  readonly #candidates = new Map<number, CandidateWriter>();
  readonly #own: Members = {};
  #facts: Members = {};
  #tail = "}\n\n";
  #usage: TokenUsage | undefined;
  #last: CandidateWriter | undefined;

  push(event: StreamEvent, write: Write): void {
    switch (event.type) {
      case "text_delta":
      case "thinking_delta":
        this.#candidate(event.candidate).delta(event.text, write);
        break;
      case "reply_start":
        this.#start(event);
        break;
      case "usage":
        this.#usage = mergeUsage(this.#usage, event.usage);
        break;
      case "reply_stop":
        Object.assign(this.#own, ownMembers(event, ID));
        this.#stop(write);
        break;
      case "error":
        this.#fail(event, write);
        break;
      case "ping":
      case "opaque":
        break;
      default:
        this.#candidate(event.candidate).push(event, write);
    }
  }

  end(_write: Write): void {
    // Every stream that is read ends in a stop or in an error, so nothing is left to say.
  }

  #start(event: Extract<StreamEvent, { type: "reply_start" }>): void {
    const { id, model, created, usage } = event;
    if (usage !== undefined) this.#usage = mergeUsage(this.#usage, usage);
    Object.assign(this.#own, ownMembers(event, ID));
    const { createTime } = this.#own;
    this.#facts = {
      ...(model === undefined ? {} : { modelVersion: model }),
      ...(createTime === undefined && created === undefined
        ? {}
        : { createTime: createTime ?? formatCreated(created!) }),
      ...(id === undefined ? {} : { responseId: id }),
    };
    const facts = JSON.stringify(this.#facts);
    this.#tail = facts === "{}" ? "}\n\n" : `,${facts.slice(1)}\n\n`;
  }

  #candidate(index: number): CandidateWriter {
    if (this.#last?.index === index) return this.#last;
    let candidate = this.#candidates.get(index);
    if (candidate === undefined) {
      candidate = new CandidateWriter(index, this.#tail);
      this.#candidates.set(index, candidate);
    }
    this.#last = candidate;
    return candidate;
  }

  #stop(write: Write): void {
    const ends = [...this.#candidates.values()].filter(
      (candidate) =>
        !(candidate.isEmpty && isBlocked({ content: [] as Block[], stop: candidate.stop }, this.#own)),
    );
    const chunk: Members = {
      ...(ends.length === 0 ? {} : { candidates: ends.map((candidate) => candidate.end()) }),
      ...(this.#usage === undefined ? {} : { usageMetadata: writeUsage(this.#usage) }),
      ...this.#facts,
    };
    write(`data: ${JSON.stringify(restoreOwn(chunk, this.#own))}\n\n`);
  }

  #fail(event: Extract<StreamEvent, { type: "error" }>, write: Write): void {
    const { error } = ownMembers(event, ID);
    const code = (errorCodes as readonly string[]).includes(event.code)
      ? (event.code as ErrorCode)
      : "internal";
    for (const candidate of this.#candidates.values()) candidate.breakOff(write);
    const body =
      error === undefined
        ? writeError({ code, status: errorRow(code).status, message: event.message }).body
        : { error };
    write(`data: ${JSON.stringify(body)}\n\n`);
  }
}
