import { AbpError, type StreamEvent, type VendorMembers } from "../../../contract/index.ts";
import { numberOf, RepeatedJson } from "../../../lib/index.ts";
import { fullMessage } from "../../codec/relayed-error.ts";
import type { ReplyPlaces, StreamReader } from "../../codec/stream-codec.ts";
import { wrongType } from "../../members/cursor.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { withSearches } from "../../search/search-count.ts";
import { readError, statusIn } from "../errors.ts";
import type { ChatProfile } from "../profile.ts";
import { countSearches } from "../reply/searches.ts";
import { readUsage, usageBeside } from "../reply/usage.ts";
import { DONE } from "../wire.ts";
import { StreamedCandidate } from "./candidate-reader.ts";
import { DeltaReader, gather } from "./delta-reader.ts";

type Emit = (event: StreamEvent) => void;

const places: ReplyPlaces = {
  usage: "$.usage",
  candidate: (index) => `$.choices[${index}]`,
  block: (candidate) => `$.choices[${candidate}].message`,
};

/** Reads a Chat Completions stream. */
export class ChatStreamReader implements StreamReader {
  readonly places = places;
  readonly #profile: ChatProfile;
  readonly #chunks = new RepeatedJson(["choices", 0, "delta"]);
  readonly #deltas: DeltaReader;
  readonly #padding: ReadonlySet<string>;
  readonly #candidates: StreamedCandidate[] = [];
  readonly #replyId = () => this.#id ?? "";
  #id: string | undefined;
  #model: string | undefined;
  #created: number | undefined;
  #started = false;
  /** Whether usage came: without it nothing is counted. */
  #isCounted = false;
  #ended = false;
  #count = 0;
  /** Members of the chunks that only this dialect knows; those that were known at the start, and later ones. */
  readonly #early: Members = {};
  readonly #late: Members = {};

  constructor(profile: ChatProfile) {
    this.#profile = profile;
    this.#deltas = new DeltaReader(profile);
    this.#padding = new Set(profile.padding);
  }

  push(data: string, _event: string | undefined, emit: Emit): void {
    if (this.#ended) return;
    const number = this.#count++;
    // One server was seen to put a space after it.
    if (data.startsWith(DONE)) {
      this.#finish(emit);
      return;
    }
    const chunk = parseChunk(data, number, this.#chunks);
    let choices: unknown;
    let usage: unknown;
    let error: unknown;
    for (const name in chunk) {
      const value = chunk[name];
      if (value === null) continue;
      switch (name) {
        case "choices":
          choices = value;
          break;
        case "id":
          if (this.#id === undefined && typeof value === "string" && value !== "") this.#id = value;
          break;
        case "model":
          if (this.#model === undefined && typeof value === "string" && value !== "") this.#model = value;
          break;
        case "created":
          this.#created ??= numberOf(value) || undefined;
          break;
        case "object":
          break;
        case "usage":
          usage = value;
          break;
        case "error":
          error = value;
          break;
        default:
          if (!this.#padding.has(name)) this.#keep(name, value);
      }
    }
    if (Array.isArray(choices)) {
      if (choices.length > 0) {
        this.#start(emit);
        for (let place = 0; place < choices.length; place += 1) this.#choice(choices[place], place, emit);
      }
    } else if (choices !== undefined) throw wrongType(`$[${number}].choices`, choices, "a list");
    if (isMembers(usage)) this.#usage(usage, emit);
    if (error !== undefined) this.#fail(chunk, emit);
  }

  end(emit: Emit): void {
    if (this.#ended) return;
    // Perplexity, Cerebras and Snowflake leave the last event out; a finish reason says as much.
    const isWhole = this.#candidates.length > 0 && this.#candidates.every(({ word }) => word !== undefined);
    if (isWhole) {
      this.#finish(emit);
      return;
    }
    this.#ended = true;
    const message = this.#started
      ? "the stream ended without a finish reason"
      : "the stream ended before its first chunk";
    emit({ type: "error", code: "stream_closed", message });
  }

  #start(emit: Emit): void {
    if (this.#started) return;
    this.#started = true;
    const event: Extract<StreamEvent, { type: "reply_start" }> = { type: "reply_start" };
    if (this.#id !== undefined) event.id = this.#id;
    if (this.#model !== undefined) event.model = this.#model;
    if (this.#created !== undefined) event.created = this.#created;
    const vendor = this.#vendor(this.#early);
    if (vendor !== undefined) event.vendor = vendor;
    emit(event);
  }

  #keep(name: string, value: unknown): void {
    if (!this.#started) this.#early[name] = value;
    else if (this.#early[name] !== value) this.#late[name] = value;
  }

  #vendor(members: Members): VendorMembers | undefined {
    for (const _ in members) return { [this.#profile.id]: { ...members } };
    return undefined;
  }

  #choice(choice: unknown, place: number, emit: Emit): void {
    if (!isMembers(choice)) throw wrongType(`$[${this.#count - 1}].choices[${place}]`, choice, "an object");
    const candidate = this.#candidate(choice["index"]);
    const delta = choice["delta"];
    if (isMembers(delta)) this.#deltas.read(candidate, delta, this.#count - 1, emit);
    for (const name in choice) {
      const value = choice[name];
      if (value === null) continue;
      switch (name) {
        case "index":
        case "delta":
          break;
        case "finish_reason":
          if (typeof value === "string") candidate.word ??= value;
          break;
        case "logprobs":
          this.#logprobs(candidate, value, emit);
          break;
        case "usage":
          if (isMembers(value)) this.#usage(value, emit);
          break;
        default:
          candidate.left[name] = value;
      }
    }
  }

  #candidate(index: unknown): StreamedCandidate {
    const place = typeof index === "number" ? index : 0;
    for (const one of this.#candidates) if (one.index === place) return one;
    const candidate = new StreamedCandidate(place, this.#profile, this.#replyId);
    this.#candidates.push(candidate);
    return candidate;
  }

  #logprobs(candidate: StreamedCandidate, value: unknown, emit: Emit): void {
    if (!isMembers(value)) {
      candidate.left["logprobs"] = value;
      return;
    }
    const { content, refusal } = value;
    if (Array.isArray(content) && content.length > 0)
      emit({ type: "logprobs", candidate: candidate.index, value: content });
    if (!Array.isArray(refusal)) return;
    candidate.left["logprobs"] ??= {};
    gather(candidate.left["logprobs"] as Members, "refusal", refusal);
  }

  #usage(value: Members, emit: Emit): void {
    this.#start(emit);
    this.#isCounted = true;
    emit({ type: "usage", usage: readUsage(value, "$.usage", this.#profile) });
  }

  #countSearches(emit: Emit): void {
    const names = this.#candidates.flatMap((candidate) => candidate.calledNames());
    const searches = countSearches(this.#model, names, this.#profile);
    if (searches > 0) emit({ type: "usage", usage: withSearches({}, searches) });
  }

  #fail(chunk: Members, emit: Emit): void {
    this.#ended = true;
    const failure = readError(statusIn(chunk), chunk, this.#profile);
    const { message: _, ...own } = isMembers(chunk["error"]) ? chunk["error"] : {};
    emit({
      type: "error",
      code: failure.code,
      message: fullMessage(failure),
      vendor: { [this.#profile.id]: own },
    });
  }

  #finish(emit: Emit): void {
    this.#ended = true;
    this.#start(emit);
    for (const candidate of this.#candidates) candidate.finish(emit);
    const beside = usageBeside(this.#late) ?? usageBeside(this.#early);
    if (!this.#isCounted && isMembers(beside)) this.#usage(beside, emit);
    if (this.#isCounted) this.#countSearches(emit);
    const vendor = this.#vendor(this.#late);
    emit(vendor === undefined ? { type: "reply_stop" } : { type: "reply_stop", vendor });
  }
}

function parseChunk(data: string, number: number, chunks: RepeatedJson): Members {
  let chunk: unknown;
  try {
    chunk = chunks.parse(data);
  } catch (cause) {
    throw new AbpError("contract_schema_violation", `event ${number} of the stream is not JSON`, {
      where: `$[${number}]`,
      cause,
    });
  }
  if (!isMembers(chunk)) throw wrongType(`$[${number}]`, chunk, "an object");
  return chunk;
}
