import type { Block, StreamEvent } from "../../../contract/index.ts";
import { textOfJson } from "../../../lib/index.ts";
import { Cursor, wrongType } from "../../members/cursor.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { Origins } from "../../origins.ts";
import { readPart } from "../content/block-reader.ts";
import { Calls } from "../content/calls.ts";
import { supportsOf } from "../content/citations.ts";
import { GROUNDING, groundingBlock, isSearchCall, ungrounded } from "../content/search-unit.ts";
import { takeLogprobs } from "../reply/reader.ts";
import { readFinish, unknownFinish } from "../reply/stop.ts";
import { ID } from "../wire.ts";
import { PartialArguments } from "./partial-arguments.ts";

type Emit = (event: StreamEvent) => void;

/** Reads one candidate of a stream: texts and thoughts in a row are one block, until a signature ends it. */
export class CandidateReader {
  readonly #index: number;
  readonly #calls: Calls;
  #next = 0;
  #open: "text" | "thinking" | "call" | undefined;
  #text = "";
  #partial: PartialArguments | undefined;
  /** The signature on the visible text that is open; it follows the text, which may go on. */
  #proof: string | undefined;
  #finish: unknown;
  #grounding: Members | undefined;
  #cited: Set<string> | undefined;
  /** The id of the last search that a part shows. */
  #searchCall: string | undefined;
  #left: Members | undefined;

  constructor(index: number, seed: string) {
    this.#index = index;
    this.#calls = new Calls(seed);
  }

  /** Whether the model has said why it stopped. */
  get isFinished(): boolean {
    return this.#finish !== undefined;
  }

  /** What the vendor says of its searches. */
  get grounding(): Members | undefined {
    return this.#grounding;
  }

  /** Takes the candidate of one event. */
  take(value: Members, path: string, emit: Emit): void {
    for (const name in value) {
      const member = value[name];
      switch (name) {
        case "content":
        case "index":
          break;
        case "finishReason":
          // The default of the enum says nothing.
          if (member !== null && member !== 0 && member !== "FINISH_REASON_UNSPECIFIED")
            this.#finish = member;
          break;
        default:
          if (member !== null) this.#keep(name, member);
      }
    }
    const { content } = value;
    if (isMembers(content)) this.#content(content, path, emit);
    if (value["logprobsResult"] !== undefined) this.#logprobs(value, path, emit);
  }

  /** Ends the block that is open; a call that is not over stays without its end. */
  close(emit: Emit): void {
    if (this.#open === undefined) return;
    const at = { candidate: this.#index, block: this.#next - 1 };
    if (this.#partial !== undefined) {
      emit({ type: "input_delta", ...at, text: this.#partial.text(false) });
      this.#partial = undefined;
    }
    if (this.#open === "text" && this.#grounding !== undefined) this.#cite(at, emit);
    this.#open = undefined;
    this.#text = "";
    emit({ type: "block_stop", ...at });
    if (this.#proof === undefined) return;
    const signature = this.#proof;
    this.#proof = undefined;
    this.#emitBlock({ type: "thinking", text: "", signature }, emit);
  }

  /** Says why the candidate stopped. */
  stop(emit: Emit): void {
    const path = `$.candidates[${this.#index}].finishReason`;
    const stop = readFinish(this.#finish, path, this.#calls.isWaiting);
    const candidate = this.#index;
    this.#ground(emit);
    const unknown = unknownFinish(this.#finish);
    const left = unknown === undefined ? this.#left : { ...this.#left, ...unknown };
    emit(
      left === undefined
        ? { type: "candidate_stop", candidate, stop }
        : { type: "candidate_stop", candidate, stop, vendor: { [ID]: left } },
    );
  }

  // Searches are known for certain only at the end, where the whole reply has them too.
  #ground(emit: Emit): void {
    const unit = groundingBlock(this.#grounding, this.#searchCall);
    if (unit === undefined) return;
    this.#emitBlock(unit, emit);
    const rest = ungrounded(this.#grounding!);
    const { [GROUNDING]: _, ...left } = this.#left ?? {};
    this.#left = rest === undefined ? left : { ...left, [GROUNDING]: rest };
    for (const _ in this.#left) return;
    this.#left = undefined;
  }

  #keep(name: string, value: unknown): void {
    if (name === "logprobsResult") return;
    this.#left ??= {};
    const before = this.#left[name];
    if (name === "groundingMetadata" && isMembers(value)) {
      this.#grounding = { ...this.#grounding, ...value };
      this.#left[name] = this.#grounding;
    } else if (name === "citationMetadata" && isMembers(before) && isMembers(value)) {
      this.#left[name] = joinLists(before, value);
    } else this.#left[name] = value;
  }

  #content(content: Members, path: string, emit: Emit): void {
    const { parts } = content;
    if (parts !== undefined && parts !== null) {
      if (!Array.isArray(parts)) throw wrongType(`${path}.content.parts`, parts, "a list");
      for (let place = 0; place < parts.length; place++) {
        const part: unknown = parts[place];
        if (!isMembers(part)) throw wrongType(`${path}.content.parts[${place}]`, part, "an object");
        this.#part(part, place, path, emit);
      }
    }
    for (const name in content) {
      if (name === "parts" || (name === "role" && content[name] === "model") || content[name] === null)
        continue;
      this.#left ??= {};
      this.#left["content"] = { ...(this.#left["content"] as Members | undefined), [name]: content[name] };
    }
  }

  #part(part: Members, place: number, path: string, emit: Emit): void {
    const { text, thought, thoughtSignature: signature } = part;
    let known = 0;
    let all = 0;
    for (const name in part) {
      all++;
      if (name === "text" || name === "thought" || name === "thoughtSignature") known++;
    }
    if (known < all || typeof text !== "string" || thought === false) {
      this.#whole(part, `${path}.content.parts[${place}]`, emit);
    } else if (signature === undefined && this.#partial === undefined) {
      if (text !== "") this.#say(thought === true ? "thinking" : "text", text, emit);
    } else if (thought === true && (text !== "" || this.#open === "thinking")) {
      this.#say("thinking", text, emit);
      if (typeof signature === "string") this.#sign(signature, emit);
    } else if (thought !== true && text !== "" && typeof signature === "string") {
      if (this.#proof !== undefined) this.close(emit);
      this.#say("text", text, emit);
      this.#proof = signature;
    } else this.#whole(part, `${path}.content.parts[${place}]`, emit);
  }

  #say(kind: "text" | "thinking", text: string, emit: Emit): void {
    if (this.#open !== kind) {
      this.close(emit);
      this.#begin(
        kind === "text" ? { type: "text", text: "" } : { type: "thinking", text: "", summary: true },
        emit,
      );
      this.#open = kind;
    }
    const candidate = this.#index;
    const block = this.#next - 1;
    if (kind === "text") {
      this.#text += text;
      emit({ type: "text_delta", candidate, block, text });
    } else if (text !== "") emit({ type: "thinking_delta", candidate, block, text });
  }

  // Text after a signature is not joined with the signed text.
  #sign(signature: string, emit: Emit): void {
    emit({ type: "signature", candidate: this.#index, block: this.#next - 1, signature });
    this.close(emit);
  }

  #begin(content: Block, emit: Emit): void {
    emit({ type: "block_start", candidate: this.#index, block: this.#next++, content });
  }

  #whole(part: Members, path: string, emit: Emit): void {
    const call = part["functionCall"];
    if (isMembers(call) && this.#goOn(call, `${path}.functionCall`, emit)) return;
    this.close(emit);
    if (isMembers(call) && call["willContinue"] === true && typeof call["name"] === "string") {
      this.#beginCall(part, call, path, emit);
      return;
    }
    const reading = { origins: new Origins(), calls: this.#calls, isModel: true };
    for (const block of readPart(part, path, reading)) this.#emitBlock(block, emit);
  }

  #emitBlock(block: Block, emit: Emit): void {
    const at = { candidate: this.#index, block: this.#next };
    if (block.type === "text") {
      this.#begin({ ...block, text: "" }, emit);
      this.#open = "text";
      this.#text = block.text;
      if (block.text !== "") emit({ type: "text_delta", ...at, text: block.text });
      this.close(emit);
      return;
    }
    if (block.type === "thinking") {
      const { signature, ...rest } = block;
      this.#begin({ ...rest, text: "" }, emit);
      if (block.text !== "") emit({ type: "thinking_delta", ...at, text: block.text });
      if (signature !== undefined) emit({ type: "signature", ...at, signature });
    } else if (block.type === "tool_use") {
      const { inputText, input, ...rest } = block;
      this.#begin({ ...rest, input: {} }, emit);
      emit({ type: "input_delta", ...at, text: inputText ?? JSON.stringify(input) });
    } else this.#begin(block, emit);
    if (block.type === "opaque" && isSearchCall(block)) this.#searchCall = block.id;
    emit({ type: "block_stop", ...at });
  }

  #beginCall(part: Members, call: Members, path: string, emit: Emit): void {
    const { name, id } = call;
    const { thoughtSignature: signature } = part;
    const content: Block = {
      type: "tool_use",
      id: this.#calls.add(typeof id === "string" ? id : undefined, textOfJson(name), undefined),
      name: textOfJson(name),
      kind: "function",
      input: {},
      ...(typeof signature === "string" ? { signature } : {}),
    };
    this.#begin(content, emit);
    this.#open = "call";
    this.#partial = new PartialArguments();
    this.#arguments(call, `${path}.functionCall`);
  }

  /** Takes a further piece of the call that is open; a call that has a name begins a new one. */
  #goOn(call: Members, path: string, emit: Emit): boolean {
    const partial = this.#partial;
    if (partial === undefined || typeof call["name"] === "string") return false;
    this.#arguments(call, path);
    if (call["willContinue"] === true) return true;
    const at = { candidate: this.#index, block: this.#next - 1 };
    emit({ type: "input_delta", ...at, text: partial.text(true) });
    this.#partial = undefined;
    this.close(emit);
    return true;
  }

  #arguments(call: Members, path: string): void {
    if (isMembers(call["args"])) this.#partial?.addWhole(call["args"]);
    this.#partial?.add(call["partialArgs"], `${path}.partialArgs`);
  }

  #cite(at: { candidate: number; block: number }, emit: Emit): void {
    this.#cited ??= new Set();
    for (const { key, citations } of supportsOf(this.#grounding, this.#text)) {
      if (this.#cited.has(key)) continue;
      this.#cited.add(key);
      for (const citation of citations) emit({ type: "citation", ...at, citation });
    }
  }

  #logprobs(value: Members, path: string, emit: Emit): void {
    const { logprobs, left } = takeLogprobs(new Cursor(value, path));
    const rest = logprobs === undefined ? value["logprobsResult"] : left;
    if (logprobs !== undefined) emit({ type: "logprobs", candidate: this.#index, value: logprobs });
    if (rest === undefined || rest === null) return;
    this.#left ??= {};
    this.#left["logprobsResult"] = rest;
  }
}

// Each event brings the citations of its own text.
function joinLists(before: Members, after: Members): Members {
  const joined: Members = { ...before };
  for (const [name, value] of Object.entries(after)) {
    const own = joined[name];
    joined[name] = Array.isArray(own) && Array.isArray(value) ? [...own, ...value] : value;
  }
  return joined;
}
