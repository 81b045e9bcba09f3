import type { Block, Citation, Stop, StreamEvent } from "../../../contract/index.ts";
import type { Members } from "../../members/members.ts";
import { ownMembers, restoreOwn } from "../../members/own-members.ts";
import { isForeignSearch } from "../../search/foreign-search.ts";
import { isBroken, isProof, writePart } from "../content/block-writer.ts";
import { GroundingWriter } from "../content/grounding-writer.ts";
import { GROUNDING } from "../content/search-unit.ts";
import { writeLogprobs } from "../reply/logprobs.ts";
import { writeFinish } from "../reply/stop.ts";
import { replyParts } from "../reply/writer.ts";
import { ID } from "../wire.ts";

type Write = (text: string) => void;
type CandidateEvent = Exclude<
  Extract<StreamEvent, { candidate: number }>,
  { type: "text_delta" | "thinking_delta" }
>;

// The vendor takes at most eight for `candidateCount`.
const MOST_CANDIDATES = 8;

/** Writes one candidate of a stream: text as it comes, calls and media once they are whole. */
export class CandidateWriter {
  readonly index: number;
  readonly #head: string;
  readonly #facts: string;
  readonly #tail: string;
  readonly #grounding = new GroundingWriter();
  #block: Block | undefined;
  #kind: "text" | "thinking" | "whole" | undefined;
  #hasText = false;
  #prefix = "";
  #suffix = "";
  #pieces: string[] = [];
  #text = "";
  #signature: string | undefined;
  #citations: Citation[] = [];
  #isCited = false;
  #isBroken = false;
  #ownGrounding: Members | undefined;
  #held: Members | undefined;
  #waiting: string | undefined;
  #logprobs: unknown;
  #own: Members = {};
  #count = 0;
  stop: Stop | undefined;

  constructor(index: number, tail: string) {
    this.index = index;
    // Clients take the first of the list for the first candidate, so the ones before it keep their places.
    // An index that no request can ask for has no places before it: it comes from outside and may be huge.
    const places = index > MOST_CANDIDATES ? 0 : index;
    const before = Array.from({ length: places }, (_, place) => `{"index":${place}},`).join("");
    this.#head = `data: {"candidates":[${before}{"content":{"parts":[`;
    this.#facts = `,"index":${index}}]${tail}`;
    this.#tail = `${CLOSE}${this.#facts}`;
  }

  /** Whether the candidate has no content. */
  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** Writes a piece of text or thinking. */
  delta(text: string, write: Write): void {
    if (this.#kind === "whole" || this.#kind === undefined) {
      this.#pieces.push(text);
      return;
    }
    if (text === "") return;
    if (this.#kind === "text") this.#text += text;
    if (this.#waiting !== undefined) this.#writeWaiting(write);
    // A signature stands on the part that it covers, so the last piece of a thought waits for it.
    if (!this.#hasText) this.#flush(write);
    if (this.#kind === "thinking") this.#waiting = text;
    else write(this.#prefix + JSON.stringify(text) + this.#suffix);
    this.#hasText = true;
  }

  #writeWaiting(write: Write): void {
    const text = this.#waiting!;
    this.#waiting = undefined;
    write(this.#prefix + JSON.stringify(text) + this.#suffix);
  }

  /** Takes any other event of the candidate. */
  push(event: CandidateEvent, write: Write): void {
    switch (event.type) {
      case "block_start":
        this.#begin(event.content, write);
        break;
      case "input_delta":
        this.#pieces.push(event.text);
        break;
      case "audio_delta":
        this.#pieces.push(event.data);
        break;
      case "signature":
        this.#signature = event.signature;
        break;
      case "citation":
        this.#citations.push(event.citation);
        break;
      case "block_stop":
        this.#end(event.content, write);
        break;
      case "logprobs":
        this.#logprobs =
          Array.isArray(this.#logprobs) && Array.isArray(event.value)
            ? [...this.#logprobs, ...event.value]
            : event.value;
        break;
      case "candidate_stop":
        this.stop = event.stop;
        this.#own = ownMembers(event, ID);
    }
  }

  /** Writes what waits for the end of its block or of the candidate, which will not come: the stream breaks off. */
  breakOff(write: Write): void {
    const block = this.#block;
    if (block?.type === "tool_use") this.#breakCall(this.#complete(block, undefined), write);
    else if (this.#kind === "text") this.#endText(undefined);
    else this.#end(undefined, write);
    this.#flush(write);
    if (this.#isCited) this.#writeGrounding(write);
  }

  // Without the mark, a call whose arguments are still to come would be one that can be made.
  #breakCall(call: Block, write: Write): void {
    const { functionCall, ...rest } = writePart(call, replyParts)!;
    this.#flush(write);
    this.#write({ functionCall: { ...(functionCall as Members), willContinue: true }, ...rest }, write);
  }

  /** The candidate as it stands in the last event. */
  end(): Members {
    const part = this.#held ?? { text: "" };
    const groundingMetadata = this.#ownGrounding ?? this.#foreignGrounding();
    const logprobsResult = writeLogprobs(this.#logprobs);
    return restoreOwn(
      {
        content: { parts: [part], role: "model" },
        ...(this.stop === undefined || this.#own["finishReason"] !== undefined
          ? {}
          : { finishReason: writeFinish(this.stop, this.#isBroken) }),
        ...(groundingMetadata === undefined ? {} : { groundingMetadata }),
        ...(logprobsResult === undefined ? {} : { logprobsResult }),
        index: this.index,
      },
      this.#own,
    );
  }

  #foreignGrounding(): Members | undefined {
    return this.#own[GROUNDING] === undefined ? this.#grounding.metadata() : undefined;
  }

  #begin(content: Block, write: Write): void {
    this.#count++;
    this.#block = content;
    this.#pieces = [];
    this.#text = "";
    this.#signature = undefined;
    this.#citations = [];
    this.#hasText = false;
    if (this.#isCited) this.#writeGrounding(write);
    const isPlain = Object.keys(ownMembers(content, ID)).length === 0;
    this.#kind =
      isPlain && (content.type === "text" || content.type === "refusal")
        ? "text"
        : isPlain && content.type === "thinking"
          ? "thinking"
          : "whole";
    if (this.#kind !== "whole") {
      this.#prefix = `${this.#head}{"text":`;
      this.#suffix = `${this.#kind === "text" ? "}" : ',"thought":true}'}${this.#tail}`;
      if ("text" in content && content.text !== "") this.delta(content.text, write);
    }
    if ((content.type === "thinking" || content.type === "tool_use") && content.signature !== undefined)
      this.#signature = content.signature;
    if (content.type === "text") this.#citations.push(...(content.citations ?? []));
  }

  #end(repeated: Block | undefined, write: Write): void {
    const block = this.#block;
    this.#block = undefined;
    if (block === undefined) return;
    if (this.#kind === "text") this.#endText(repeated);
    else if (this.#kind === "thinking" && this.#hasText) {
      const text = this.#waiting ?? "";
      this.#waiting = undefined;
      const sign = this.#signature === undefined ? {} : { thoughtSignature: this.#signature };
      this.#write({ text, thought: true, ...sign }, write);
    } else this.#whole(this.#complete(block, repeated), write);
    this.#kind = undefined;
  }

  // The end may repeat the block, with ranges that were not known before.
  #endText(repeated: Block | undefined): void {
    const citations = (repeated?.type === "text" ? repeated.citations : undefined) ?? this.#citations;
    this.#grounding.addText(this.#text, citations);
    this.#isCited ||= citations.length > 0;
  }

  #whole(block: Block, write: Write): void {
    if (block.type === "opaque" && block.dialect === ID && block.kind === GROUNDING) {
      this.#ownGrounding = { ...(block.value as Members) };
      return;
    }
    if (isForeignSearch(block, ID)) this.#grounding.addSearch(block.search);
    const part = writePart(block, replyParts);
    if (part === undefined) return;
    this.#isBroken ||= isBroken(block);
    this.#flush(write);
    // A signature at the end of a turn goes into the last event, with the citations of the text.
    if (isProof(block)) this.#held = part;
    else this.#write(part, write);
  }

  #complete(block: Block, repeated: Block | undefined): Block {
    const text = this.#pieces.join("");
    const sign = this.#signature === undefined ? {} : { signature: this.#signature };
    switch (block.type) {
      case "text":
      case "refusal":
        return { ...block, text: block.text + text };
      case "thinking":
        return { ...block, text: block.text + text, ...sign };
      case "tool_use":
        if (text === "" && repeated?.type === "tool_use") return { ...repeated, ...sign };
        if (text === "" && block.inputText === undefined) return { ...block, ...sign };
        return { ...block, ...sign, input: undefined, inputText: (block.inputText ?? "") + text };
      case "audio":
        if (block.source.kind !== "base64") return block;
        return { ...block, source: { ...block.source, data: block.source.data + text } };
      default:
        return repeated ?? block;
    }
  }

  #flush(write: Write): void {
    if (this.#held === undefined) return;
    const part = this.#held;
    this.#held = undefined;
    this.#write(part, write);
  }

  #write(part: Members, write: Write): void {
    this.#grounding.breakText();
    const text = JSON.stringify(part);
    write(`${this.#head}${text}${this.#tail}`);
  }

  #writeGrounding(write: Write): void {
    this.#isCited = false;
    const metadata = this.#grounding.metadata();
    if (metadata === undefined) return;
    const cited = `,"groundingMetadata":${JSON.stringify(metadata)}`;
    write(`${this.#head}{"text":""}${CLOSE}${cited}${this.#facts}`);
  }
}

const CLOSE = '],"role":"model"}';
