import { AbpError, type Block, type StreamEvent, type ThinkingBlock } from "../../../contract/index.ts";
import type { Members } from "../../members/members.ts";
import { isSpelled, spell } from "../../members/spelling.ts";
import { characterPositions } from "../../search/text-positions.ts";
import type { CitedText } from "../content/citations.ts";
import { PART, spellThinking } from "../content/thinking.ts";
import { LEGACY } from "../content/tool-call.ts";
import type { ChatProfile } from "../profile.ts";
import { readStop } from "../reply/stop.ts";
import { REPLY_AUDIO } from "../wire.ts";
import { CallLedger, isWhole, type StreamedCall } from "./calls.ts";
import type { HeldBlock, OpenBlock } from "./open-block.ts";

type Emit = (event: StreamEvent) => void;

/** One of the answers of a stream: turns deltas that name no block into blocks that follow one another. */
export class StreamedCandidate {
  readonly index: number;
  readonly #profile: ChatProfile;
  #next = 0;
  #open: OpenBlock | undefined;
  #held: HeldBlock[] = [];
  readonly #calls: CallLedger;
  #refused = false;
  /** The text of the answer so far, and where the last block of it begins, in UTF-16 units. */
  #said = "";
  #textFrom = 0;
  /** The first finish reason; undefined until one came. */
  word: string | undefined;
  /** Members of the choice and of its deltas that only this dialect knows. */
  readonly left: Members = {};
  readonly leftOfMessage: Members = {};

  constructor(index: number, profile: ChatProfile, replyId: () => string) {
    this.index = index;
    this.#profile = profile;
    this.#calls = new CallLedger(index, replyId);
  }

  /** Takes text of the answer. */
  text(text: string, emit: Emit): void {
    if (this.#open?.kind !== "text") {
      if (this.#mustHold()) {
        this.#hold("text", text);
        return;
      }
      this.#start("text", { type: "text", text: "" }, emit);
      this.#textFrom = this.#said.length;
    }
    this.#said += text;
    emit({ type: "text_delta", candidate: this.index, block: this.#open!.block, text });
  }

  /** Takes text of a refusal. */
  refusal(text: string, emit: Emit): void {
    this.#refused = true;
    if (this.#open?.kind !== "refusal") {
      if (this.#mustHold()) {
        this.#hold("refusal", text);
        return;
      }
      this.#start("refusal", { type: "refusal", text: "" }, emit);
    }
    emit({ type: "text_delta", candidate: this.index, block: this.#open!.block, text });
  }

  /** Takes thinking: its text and the name of its member, or its sealed part. */
  thinking(
    text: string,
    member: string | undefined,
    sealed: string | undefined,
    sealedMember: string | undefined,
    emit: Emit,
  ): void {
    const open = this.#open;
    if (open?.kind !== "thinking") {
      const content: ThinkingBlock = { type: "thinking", text: "" };
      if (sealed !== undefined) content.sealed = sealed;
      if (member === PART) spell(content, this.#profile.id, PART);
      else spellThinking(content, this.#profile, member, sealedMember);
      if (this.#mustHold()) {
        this.#held.push({ content, call: undefined, pieces: [text] });
        return;
      }
      this.#start("thinking", content, emit);
    } else if (sealed !== undefined) {
      open.content.sealed = sealed;
      if (sealedMember !== undefined) spellThinking(open.content, this.#profile, undefined, sealedMember);
      open.sealedLate = true;
    }
    const now = this.#open;
    if (text === "" || now?.kind !== "thinking") return;
    now.content.text += text;
    emit({ type: "thinking_delta", candidate: this.index, block: now.block, text });
  }

  /** Takes sound. */
  audio(
    data: string,
    transcript: string | undefined,
    id: string | undefined,
    left: Members | undefined,
    emit: Emit,
  ): void {
    if (this.#open?.kind !== "audio") {
      const source = { kind: "base64", mediaType: REPLY_AUDIO, data: "" } as const;
      const content: Block = { type: "audio", source: { ...source } };
      if (id !== undefined) content.id = id;
      this.#start("audio", content, emit);
    }
    if (left !== undefined)
      this.leftOfMessage["audio"] = { ...(this.leftOfMessage["audio"] as Members), ...left };
    if (data === "" && transcript === undefined) return;
    const { block } = this.#open!;
    emit(
      transcript === undefined
        ? { type: "audio_delta", candidate: this.index, block, data }
        : { type: "audio_delta", candidate: this.index, block, data, transcript },
    );
  }

  /** Takes a unit that only this dialect can read. */
  opaque(content: Block, emit: Emit): void {
    if (this.#mustHold()) {
      this.#held.push({ content: content as never, call: undefined, pieces: [] });
      return;
    }
    this.#close(emit);
    const block = this.#next++;
    emit({ type: "block_start", candidate: this.index, block, content });
    emit({ type: "block_stop", candidate: this.index, block });
  }

  /** The block that a citation belongs to now, and its text; undefined when no text is open. */
  citedText(): (CitedText & { readonly block: number }) | undefined {
    if (this.#open?.kind !== "text") return undefined;
    return {
      block: this.#open.block,
      positions: characterPositions(this.#said),
      from: this.#textFrom,
    };
  }

  /** The names of the calls so far. */
  calledNames(): (string | undefined)[] {
    return this.#calls.all.map(({ name }) => name);
  }

  /** Takes one delta of a tool call. */
  call(
    place: number | undefined,
    id: string | undefined,
    kind: "function" | "custom",
    name: string | undefined,
    text: string,
    left: Members | undefined,
    emit: Emit,
  ): void {
    const call = this.#calls.find(place, id, kind, name, text);
    if (left !== undefined) call.left = { ...call.left, ...left };
    if (name !== undefined && call.name === undefined) call.name = name;
    this.#feed(call, text, emit);
  }

  /** Takes one delta of a call in the older form, of which there is one and which has no id. */
  legacyCall(name: string | undefined, text: string, emit: Emit): void {
    const call = this.#calls.findLegacy();
    call.legacy = true;
    if (name !== undefined && call.name === undefined) call.name = name;
    this.#feed(call, text, emit);
  }

  #feed(call: StreamedCall, text: string, emit: Emit): void {
    if (call.state === "waiting") {
      // A block cannot start without the name, so whatever comes earlier waits for it.
      if (call.name === undefined) {
        call.early ??= [];
        if (text !== "") call.early.push(text);
        return;
      }
      const pieces = call.early ?? [];
      call.early = undefined;
      if (text !== "") pieces.push(text);
      const held = this.#held.find((one) => one.call === call);
      if (held !== undefined) {
        held.pieces.push(...pieces);
        this.#release(emit);
      } else if (this.#mustHold()) {
        this.#held.push({ content: undefined, call, pieces });
        this.#release(emit);
      } else this.#startCall(call, pieces, emit);
      return;
    }
    if (text === "") return;
    if (call.state === "closed")
      throw new AbpError(
        "contract_schema_violation",
        `the tool call ${call.id} goes on after the end of its block`,
        { where: `$.choices[${this.index}].delta.tool_calls` },
      );
    call.text += text;
    emit({ type: "input_delta", candidate: this.index, block: this.#open!.block, text });
  }

  #startCall(call: StreamedCall, pieces: readonly string[], emit: Emit): void {
    this.#close(emit);
    const content: Block = {
      type: "tool_use",
      id: call.id,
      name: call.name!,
      kind: call.kind,
      input: call.kind === "function" ? {} : undefined,
    };
    if (call.kind === "custom") content.inputText = "";
    if (call.legacy) spell(content, this.#profile.id, LEGACY);
    if (call.left !== undefined) content.vendor = { ...content.vendor, [this.#profile.id]: call.left };
    const block = this.#next++;
    this.#open = { kind: "tool", block, call };
    call.state = "open";
    emit({ type: "block_start", candidate: this.index, block, content });
    // Groq writes `null` for a call without arguments, and sends it whole.
    if (call.kind === "function" && pieces.length === 1 && pieces[0] === "null") return;
    for (const text of pieces) {
      call.text += text;
      emit({ type: "input_delta", candidate: this.index, block, text });
    }
  }

  // More deltas of an incomplete call may follow, so later blocks have to wait.
  #mustHold(): boolean {
    if (this.#held.length > 0) return true;
    return this.#open?.kind === "tool" && !isWhole(this.#open.call);
  }

  #hold(kind: "text" | "refusal", text: string): void {
    const last = this.#held.at(-1);
    if (last?.content?.type === kind) last.pieces.push(text);
    else this.#held.push({ content: { type: kind, text: "" }, call: undefined, pieces: [text] });
  }

  // A call without arguments sends none: once the next one has some, no more is to be expected of it.
  #release(emit: Emit): void {
    const open = this.#open;
    if (open?.kind !== "tool" || open.call.text !== "") return;
    if (this.#held.some((one) => one.call !== undefined && one.pieces.length > 0)) this.#flush(emit);
  }

  // The open call ends before whatever stands between it and a held call, and at the end of the answer before everything.
  #flush(emit: Emit, isEnd = false): void {
    const held = this.#held;
    this.#held = [];
    const lastCall = isEnd ? held.length : held.findLastIndex(({ call }) => call !== undefined);
    for (const [at, { content, call, pieces }] of held.entries()) {
      if (call === undefined && at < lastCall) this.#close(emit);
      if (call !== undefined) this.#startCall(call, pieces, emit);
      else if (content?.type === "text") this.text(pieces.join(""), emit);
      else if (content?.type === "refusal") this.refusal(pieces.join(""), emit);
      else if (content?.type === "thinking") {
        if (this.#mustHold()) this.#held.push({ content, call, pieces });
        else this.#startThinking(content, pieces.join(""), emit);
      } else if (content !== undefined) this.opaque(content, emit);
    }
  }

  #startThinking(content: ThinkingBlock, text: string, emit: Emit): void {
    this.#start("thinking", content, emit);
    if (text !== "")
      this.thinking(
        text,
        isSpelled(content, this.#profile.id, PART) ? PART : undefined,
        undefined,
        undefined,
        emit,
      );
  }

  #start(kind: "text" | "refusal" | "audio" | "thinking", content: Block, emit: Emit): void {
    this.#close(emit);
    const block = this.#next++;
    this.#open =
      kind === "thinking"
        ? { kind, block, content: { ...(content as ThinkingBlock) }, sealedLate: false }
        : { kind, block };
    emit({ type: "block_start", candidate: this.index, block, content });
  }

  #close(emit: Emit): void {
    const open = this.#open;
    if (open === undefined) return;
    this.#open = undefined;
    if (open.kind === "tool") open.call.state = "closed";
    const { block } = open;
    emit(
      open.kind === "thinking" && open.sealedLate
        ? { type: "block_stop", candidate: this.index, block, content: open.content }
        : { type: "block_stop", candidate: this.index, block },
    );
  }

  /** Ends the answer: closes the open block and emits the stop reason. */
  finish(emit: Emit): void {
    this.#flush(emit, true);
    for (const call of this.#calls.all) {
      // A call that never got a name was cut off before it could be one.
      if (call.state === "waiting" && call.early !== undefined) {
        call.name = "";
        this.#startCall(call, call.early, emit);
      }
    }
    this.#close(emit);
    const stop = readStop(this.word, { hasCalls: this.#calls.all.length > 0, hasRefusal: this.#refused });
    const own: Members = { ...this.left };
    if (Object.keys(this.leftOfMessage).length > 0) own["message"] = this.leftOfMessage;
    emit(
      Object.keys(own).length === 0
        ? { type: "candidate_stop", candidate: this.index, stop }
        : { type: "candidate_stop", candidate: this.index, stop, vendor: { [this.#profile.id]: own } },
    );
  }
}
