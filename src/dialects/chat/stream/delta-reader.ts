import type { StreamEvent } from "../../../contract/index.ts";
import { wrongType } from "../../members/cursor.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { readAnnotation } from "../content/citations.ts";
import { PART, textOfThinkingPart } from "../content/thinking.ts";
import type { ChatProfile } from "../profile.ts";
import type { StreamedCandidate } from "./candidate-reader.ts";

type Emit = (event: StreamEvent) => void;

/** Reads the deltas of a stream into their candidates. */
export class DeltaReader {
  readonly #profile: ChatProfile;
  readonly #textMembers: ReadonlySet<string>;
  readonly #sealedMembers: ReadonlySet<string>;
  readonly #padding: ReadonlySet<string>;

  constructor(profile: ChatProfile) {
    this.#profile = profile;
    this.#textMembers = new Set(profile.thinking.text);
    this.#sealedMembers = new Set(profile.thinking.sealed);
    this.#padding = new Set(profile.padding);
  }

  /** Takes one delta of a candidate; `number` is the event's place in the stream. */
  read(candidate: StreamedCandidate, delta: Members, number: number, emit: Emit): void {
    let content: unknown;
    let refusal: unknown;
    let calls: unknown;
    let legacy: unknown;
    let audio: unknown;
    let annotations: unknown;
    let thought: string | undefined;
    let thoughtMember: string | undefined;
    let sealed: string | undefined;
    let sealedMember: string | undefined;
    for (const name in delta) {
      const value = delta[name];
      if (value === null) continue;
      switch (name) {
        case "role":
          break;
        case "content":
          content = value;
          break;
        case "tool_calls":
          calls = value;
          break;
        case "refusal":
          refusal = value;
          break;
        case "function_call":
          legacy = value;
          break;
        case "audio":
          audio = value;
          break;
        case "annotations":
          annotations = value;
          break;
        default:
          if (this.#textMembers.has(name) && typeof value === "string") {
            // Some servers send the same thinking under two names at once.
            if (thought === undefined || thought === "") {
              thought = value;
              thoughtMember = name;
            }
          } else if (this.#sealedMembers.has(name) && typeof value === "string") {
            sealed = value;
            sealedMember = name;
          } else if (!this.#padding.has(name)) gather(candidate.leftOfMessage, name, value);
      }
    }
    if ((thought !== undefined && thought !== "") || sealed !== undefined)
      candidate.thinking(thought ?? "", thoughtMember, sealed, sealedMember, emit);
    if (typeof content === "string") {
      if (content !== "") candidate.text(content, emit);
    } else if (content !== undefined) this.#parts(candidate, content, emit);
    if (typeof refusal === "string" && refusal !== "") candidate.refusal(refusal, emit);
    if (isMembers(audio)) readAudio(candidate, audio, emit);
    if (annotations !== undefined) this.#annotations(candidate, annotations, emit);
    if (Array.isArray(calls))
      for (let place = 0; place < calls.length; place += 1)
        if (isMembers(calls[place])) readCall(candidate, calls[place], emit);
        else {
          const path = `$[${number}].choices[${candidate.index}].delta.tool_calls[${place}]`;
          throw wrongType(path, calls[place], "an object");
        }
    if (isMembers(legacy))
      candidate.legacyCall(textOf(legacy["name"]), textOf(legacy["arguments"]) ?? "", emit);
  }

  // Mistral streams its content as a list while the model thinks.
  #parts(candidate: StreamedCandidate, content: unknown, emit: Emit): void {
    if (!Array.isArray(content)) {
      gather(candidate.leftOfMessage, "content", content);
      return;
    }
    for (const part of content as unknown[]) {
      if (!isMembers(part)) continue;
      const { type } = part;
      const thought = type === "thinking" ? textOfThinkingPart(part["thinking"]) : undefined;
      if (thought !== undefined) candidate.thinking(thought, PART, undefined, undefined, emit);
      else if (type === "text" && typeof part["text"] === "string") {
        if (part["text"] !== "") candidate.text(part["text"], emit);
      } else
        candidate.opaque(
          { type: "opaque", dialect: this.#profile.id, kind: textOf(type) ?? "part", value: part },
          emit,
        );
    }
  }

  #annotations(candidate: StreamedCandidate, value: unknown, emit: Emit): void {
    const cited = Array.isArray(value) ? candidate.citedText() : undefined;
    if (!Array.isArray(value) || cited === undefined) {
      gather(candidate.leftOfMessage, "annotations", value);
      return;
    }
    value.forEach((item, index) => {
      const path = `$.choices[${candidate.index}].delta.annotations[${index}]`;
      const citation = readAnnotation(item, path, cited, this.#profile);
      emit({ type: "citation", candidate: candidate.index, block: cited.block, citation });
    });
  }
}

function readAudio(candidate: StreamedCandidate, audio: Members, emit: Emit): void {
  const { id, data, transcript, ...more } = audio;
  const left = Object.keys(more).length === 0 ? undefined : more;
  candidate.audio(textOf(data) ?? "", textOf(transcript), textOf(id), left, emit);
}

function readCall(candidate: StreamedCandidate, call: Members, emit: Emit): void {
  const custom = call["custom"];
  const isCustom = call["type"] === "custom" || (call["function"] === undefined && isMembers(custom));
  const inner = isCustom ? custom : call["function"];
  const id = textOf(call["id"]);
  let name: string | undefined;
  let text = "";
  if (isMembers(inner)) {
    name = textOf(inner["name"]);
    const input = inner[isCustom ? "input" : "arguments"];
    text = isMembers(input) ? JSON.stringify(input) : (textOf(input) ?? "");
  }
  let left: Members | undefined;
  for (const key in call) {
    if (key === "index" || key === "id" || key === "type" || key === "function" || key === "custom") continue;
    if (call[key] === null) continue;
    left ??= {};
    left[key] = call[key];
  }
  const place = typeof call["index"] === "number" ? call["index"] : undefined;
  candidate.call(
    place,
    id === "" ? undefined : id,
    isCustom ? "custom" : "function",
    name || undefined,
    text,
    left,
    emit,
  );
}

/** Keeps a member of a delta: lists grow with each delta, anything else is repeated or replaced. */
export function gather(members: Members, name: string, value: unknown): void {
  const before = members[name];
  if (!Array.isArray(value)) members[name] = value;
  else if (Array.isArray(before)) before.push(...(value as unknown[]));
  else members[name] = [...(value as unknown[])];
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
