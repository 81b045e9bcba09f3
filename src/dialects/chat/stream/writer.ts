import type { Block, StreamEvent, TokenUsage } from "../../../contract/index.ts";
import type { StreamWriting } from "../../codec/reply-codec.ts";
import type { StreamWriter } from "../../codec/stream-codec.ts";
import { mergeUsage } from "../../collapse.ts";
import type { Members } from "../../members/members.ts";
import { writeAnnotations } from "../content/citations.ts";
import { sealedMemberOf } from "../content/thinking.ts";
import { writeErrorBody } from "../errors.ts";
import type { ChatProfile } from "../profile.ts";
import { writeStop } from "../reply/stop.ts";
import { writeUsage } from "../reply/usage.ts";
import { writeLogprobs } from "../reply/writer.ts";
import { CHUNK_OBJECT, DONE } from "../wire.ts";
import { beginBlock, membersText, newCandidate, type WrittenCandidate } from "./candidate-writer.ts";
import { failureOf } from "./error.ts";

type Write = (text: string) => void;

const TAIL = '},"logprobs":null,"finish_reason":null}]}\n\n';

/** Writes a Chat Completions stream. */
export class ChatStreamWriter implements StreamWriter {
  readonly #profile: ChatProfile;
  readonly #writing: StreamWriting;
  readonly #candidates: WrittenCandidate[] = [];
  #chunk = "";
  #first: Members | undefined;
  #usage: TokenUsage | undefined;
  /** The finish chunk waits, because the end of the stream may add members to it. */
  #finish: ((late: Members | undefined) => string) | undefined;
  #isDone = false;

  constructor(profile: ChatProfile, writing: StreamWriting) {
    this.#profile = profile;
    this.#writing = writing;
  }

  push(event: StreamEvent, write: Write): void {
    if (this.#isDone) return;
    switch (event.type) {
      case "text_delta":
      case "input_delta":
      case "thinking_delta":
        this.#piece(event.candidate, event.text, event.type === "text_delta", write);
        break;
      case "block_start":
        this.#startBlock(event.candidate, event.content, write);
        break;
      case "block_stop":
        this.#stopBlock(event.candidate, event.content, write);
        break;
      case "reply_start":
        this.#start(event);
        break;
      case "audio_delta":
        this.#audio(event, write);
        break;
      case "citation":
        this.#candidate(event.candidate).citations.push(event.citation);
        break;
      case "logprobs":
        this.#flush(write);
        write(this.#logprobs(event.candidate, event.value));
        break;
      case "candidate_stop":
        this.#stop(event, write);
        break;
      case "usage":
        this.#usage = mergeUsage(this.#usage, event.usage);
        break;
      case "reply_stop":
        this.#end(event.vendor?.[this.#profile.id], write);
        break;
      case "error":
        this.#flush(write);
        this.#isDone = true;
        write(`data: ${JSON.stringify(writeErrorBody(failureOf(event, this.#profile), this.#profile))}\n\n`);
        break;
      case "ping":
        // One line feed: a blank line of its own would be an event without data, which clients stumble over (H4).
        write(": ping\n");
        break;
      case "opaque":
        if (event.dialect === this.#profile.id) write(`data: ${JSON.stringify(event.value)}\n\n`);
        break;
      default:
        break;
    }
  }

  end(write: Write): void {
    if (this.#isDone) return;
    this.push(
      { type: "error", code: "stream_closed", message: "the stream ended before its last event" },
      write,
    );
  }

  #start(event: Extract<StreamEvent, { type: "reply_start" }>): void {
    this.#open(event.id, event.created, event.model);
    this.#first = event.vendor?.[this.#profile.id];
    if (event.usage !== undefined) this.#usage = mergeUsage(this.#usage, event.usage);
  }

  #open(id: string | undefined, created: number | undefined, model: string | undefined): void {
    const writing = this.#writing;
    const object = this.#profile.namesObject ? `"object":"${CHUNK_OBJECT}",` : "";
    this.#chunk =
      `data: {"id":${JSON.stringify(id ?? writing.id)},${object}` +
      `"created":${JSON.stringify(created ?? writing.created)},"model":${JSON.stringify(model ?? writing.model)}`;
  }

  #candidate(index: number): WrittenCandidate {
    for (const one of this.#candidates) if (one.index === index) return one;
    if (this.#chunk === "") this.#open(undefined, undefined, undefined);
    const candidate = newCandidate(index, this.#chunk);
    this.#candidates.push(candidate);
    return candidate;
  }

  #piece(index: number, text: string, isText: boolean, write: Write): void {
    const candidate = this.#candidate(index);
    if (candidate.before === undefined || text === "") return;
    if (isText && candidate.content?.type === "text") candidate.said += text;
    candidate.isSent = true;
    if (!candidate.hasRole || this.#finish !== undefined) {
      write(this.#delta(candidate, `${candidate.before}${JSON.stringify(text)}${candidate.after}`, write));
      return;
    }
    write(`${candidate.head}${candidate.before}${JSON.stringify(text)}${candidate.after}${TAIL}`);
  }

  /** A chunk with the members of one delta. The first chunk of a candidate has the role. */
  #delta(candidate: WrittenCandidate, members: string, write: Write): string {
    this.#flush(write);
    let head = candidate.head;
    if (!candidate.hasRole) {
      candidate.hasRole = true;
      const more = members === "" ? "" : ",";
      if (this.#first !== undefined) {
        head = `${this.#chunk}${membersText(this.#first)},"choices":[{"index":${candidate.index},"delta":{`;
        this.#first = undefined;
      }
      head += `"role":"assistant"${more}`;
    }
    return head + members + TAIL;
  }

  #startBlock(index: number, content: Block, write: Write): void {
    const candidate = this.#candidate(index);
    const { deltas, text } = beginBlock(candidate, content, this.#profile);
    for (const delta of deltas) write(this.#delta(candidate, delta, write));
    if (text !== undefined) this.#piece(index, text, content.type === "text", write);
  }

  #audio(event: Extract<StreamEvent, { type: "audio_delta" }>, write: Write): void {
    if (this.#profile.replyFeatures.audio.is === "none") return;
    const audio: Members = {};
    if (event.data !== "") audio["data"] = event.data;
    if (event.transcript !== undefined) audio["transcript"] = event.transcript;
    write(this.#delta(this.#candidate(event.candidate), `"audio":${JSON.stringify(audio)}`, write));
  }

  #stopBlock(index: number, whole: Block | undefined, write: Write): void {
    const candidate = this.#candidate(index);
    const content = whole ?? candidate.content;
    if (!candidate.isSent && content !== undefined) this.#sendWhole(candidate, content, write);
    if (candidate.content?.type === "thinking" && whole?.type === "thinking")
      this.#sendSealed(candidate, whole, write);
    const { said, citedFrom } = candidate;
    // The end may repeat the block, with ranges that were not known before.
    const citations = (whole?.type === "text" ? whole.citations : undefined) ?? candidate.citations;
    const annotations = writeAnnotations(citations, said, citedFrom, this.#profile);
    if (annotations.length > 0)
      write(this.#delta(candidate, `"annotations":${JSON.stringify(annotations)}`, write));
    candidate.citations = [];
    candidate.before = undefined;
    candidate.content = undefined;
  }

  // A vendor may say nothing until the end of the block; a function without arguments is one with none.
  #sendWhole(candidate: WrittenCandidate, content: Block, write: Write): void {
    if (content.type === "tool_use") {
      const text =
        content.inputText ?? (content.kind === "function" ? JSON.stringify(content.input ?? {}) : "");
      this.#piece(candidate.index, text || (content.kind === "function" ? "{}" : ""), false, write);
    } else if (content.type === "text" || content.type === "refusal" || content.type === "thinking")
      this.#piece(candidate.index, content.text, content.type === "text", write);
  }

  #sendSealed(candidate: WrittenCandidate, whole: Extract<Block, { type: "thinking" }>, write: Write): void {
    const before = candidate.content?.type === "thinking" ? candidate.content.sealed : undefined;
    const member = sealedMemberOf(whole, this.#profile);
    if (member === undefined || whole.sealed === undefined || whole.sealed === before) return;
    write(this.#delta(candidate, `${JSON.stringify(member)}:${JSON.stringify(whole.sealed)}`, write));
  }

  #logprobs(index: number, value: unknown): string {
    const candidate = this.#candidate(index);
    const role = candidate.hasRole ? "" : '"role":"assistant"';
    candidate.hasRole = true;
    const logprobs = JSON.stringify(writeLogprobs(value));
    return `${candidate.head}${role}},"logprobs":${logprobs},"finish_reason":null}]}\n\n`;
  }

  #stop(event: Extract<StreamEvent, { type: "candidate_stop" }>, write: Write): void {
    this.#flush(write);
    const candidate = this.#candidate(event.candidate);
    const { message, ...more } = event.vendor?.[this.#profile.id] ?? {};
    const role = candidate.hasRole ? "" : '"role":"assistant","content":""';
    candidate.hasRole = true;
    const left = membersText((message ?? {}) as Members, ["role", "content", "tool_calls"]);
    const delta = role + (role === "" ? left.slice(1) : left);
    const summary = {
      hasCalls: candidate.calls > 0,
      hasLegacyCall: candidate.legacyCall,
      hasRefusal: candidate.refused,
    };
    const choice =
      `"choices":[{"index":${candidate.index},"delta":{${delta}},"logprobs":${JSON.stringify(more["logprobs"] ?? null)},` +
      `"finish_reason":"${writeStop(event.stop, summary)}"${membersText(more, ["index", "delta", "message", "logprobs", "finish_reason"])}}]`;
    const first = this.#first;
    this.#first = undefined;
    this.#finish = (late) => `${this.#chunk}${membersText({ ...first, ...late })},${choice}}\n\n`;
  }

  #flush(write: Write, late?: Members): void {
    const finish = this.#finish;
    if (finish === undefined) return;
    this.#finish = undefined;
    write(finish(late));
  }

  #end(late: Members | undefined, write: Write): void {
    this.#isDone = true;
    if (this.#chunk === "") this.#open(undefined, undefined, undefined);
    this.#flush(write, late);
    if (this.#writing.usage === true && this.#usage !== undefined) {
      const usage = JSON.stringify(writeUsage(this.#usage, this.#profile));
      write(`${this.#chunk},"choices":[],"usage":${usage}}\n\n`);
    }
    write(`data: ${DONE}\n\n`);
  }
}
