import { AbpError, type StreamEvent } from "../../../contract/index.ts";
import { parseAsWritten } from "../../../lib/index.ts";
import type { ReplyPlaces, StreamReader } from "../../codec/stream-codec.ts";
import { wrongType } from "../../members/cursor.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { withSearches } from "../../search/search-count.ts";
import { readError } from "../errors.ts";
import { blockedCandidate, candidateSeed, formatCreated } from "../reply/reader.ts";
import { countSearches } from "../reply/searches.ts";
import { readUsage } from "../reply/usage.ts";
import { ID } from "../wire.ts";
import { CandidateReader } from "./candidate-reader.ts";

type Emit = (event: StreamEvent) => void;

/** Reads a stream of partial `GenerateContentResponse`s. */
export function openReader(id = ""): StreamReader {
  return new GeminiStreamReader(id);
}

const places: ReplyPlaces = {
  usage: "$.usageMetadata",
  candidate: (index) => `$.candidates[${index}]`,
  block: (candidate, block) => `$.candidates[${candidate}].content.parts[${block}]`,
};

// There is no terminal event: the stream is whole once every candidate that began has its finish reason.
class GeminiStreamReader implements StreamReader {
  readonly places = places;
  readonly #candidates = new Map<number, CandidateReader>();
  #count = 0;
  #isStarted = false;
  #isOver = false;
  #responseId: string;
  #model: string | undefined;
  #left: Members | undefined;
  #usage: Members | undefined;

  constructor(id: string) {
    this.#responseId = id;
  }

  push(data: string, _event: string | undefined, emit: Emit): void {
    const index = this.#count++;
    // Some proxies end every stream the way chat streams end.
    if (this.#isOver || data === "[DONE]") return;
    let chunk: unknown;
    try {
      chunk = parseAsWritten(data);
    } catch (cause) {
      throw new AbpError("contract_schema_violation", `event ${index} of the stream is not JSON`, {
        where: `event ${index}`,
        cause,
      });
    }
    if (!isMembers(chunk)) throw wrongType(`event ${index}`, chunk, "an object");
    if (isMembers(chunk["error"])) this.#fail(chunk, emit);
    else this.#take(chunk, `event ${index}`, emit);
  }

  end(emit: Emit): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#candidates.size === 0) {
      const [blocked] = blockedCandidate(this.#left?.["promptFeedback"]);
      if (blocked?.stop !== undefined) {
        emit({ type: "candidate_stop", candidate: 0, stop: blocked.stop });
        this.#stop(emit);
      } else this.#closed(emit, "the stream ended without an answer");
      return;
    }
    let isWhole = true;
    for (const candidate of this.#candidates.values()) {
      candidate.close(emit);
      isWhole &&= candidate.isFinished;
    }
    if (!isWhole) {
      this.#closed(emit, "the stream ended before the model said why it stopped");
      return;
    }
    for (const candidate of this.#candidates.values()) candidate.stop(emit);
    this.#countSearches(emit);
    this.#stop(emit);
  }

  #countSearches(emit: Emit): void {
    if (this.#usage === undefined) return;
    const groundings = [...this.#candidates.values()].map(({ grounding }) => grounding);
    const searches = countSearches(groundings, this.#model);
    if (searches > 0) emit({ type: "usage", usage: withSearches({}, searches) });
  }

  #stop(emit: Emit): void {
    emit(
      this.#left === undefined
        ? { type: "reply_stop" }
        : { type: "reply_stop", vendor: { [ID]: this.#left } },
    );
  }

  #closed(emit: Emit, message: string): void {
    emit({ type: "error", code: "stream_closed", message });
  }

  #fail(chunk: Members, emit: Emit): void {
    this.#isOver = true;
    for (const candidate of this.#candidates.values()) candidate.close(emit);
    const { code, message } = readError(500, chunk);
    emit({ type: "error", code, message, vendor: { [ID]: { error: chunk["error"] } } });
  }

  #take(chunk: Members, path: string, emit: Emit): void {
    const usage = chunk["usageMetadata"];
    if (!this.#isStarted) this.#start(chunk, path, emit);
    else if (isMembers(usage) && isOther(usage, this.#usage)) {
      emit({ type: "usage", usage: readUsage(usage, `${path}.usageMetadata`) });
      this.#usage = usage;
    }
    const { candidates } = chunk;
    if (Array.isArray(candidates)) {
      for (let place = 0; place < candidates.length; place++)
        this.#candidate(candidates[place], place, `${path}.candidates[${place}]`, emit);
    } else if (candidates !== undefined && candidates !== null)
      throw wrongType(`${path}.candidates`, candidates, "a list");
    for (const name in chunk) {
      switch (name) {
        case "candidates":
        case "usageMetadata":
        case "modelVersion":
        case "responseId":
        case "createTime":
          break;
        default:
          this.#left ??= {};
          this.#left[name] = chunk[name];
      }
    }
  }

  #start(chunk: Members, path: string, emit: Emit): void {
    this.#isStarted = true;
    const { responseId, modelVersion, createTime, usageMetadata } = chunk;
    const start: Extract<StreamEvent, { type: "reply_start" }> = { type: "reply_start" };
    if (typeof responseId === "string") {
      start.id = responseId;
      this.#responseId = responseId;
    }
    if (typeof modelVersion === "string") {
      start.model = modelVersion;
      this.#model = modelVersion;
    }
    if (typeof createTime === "string" && !Number.isNaN(Date.parse(createTime))) {
      start.created = Math.floor(Date.parse(createTime) / 1000);
      if (formatCreated(start.created) !== createTime) start.vendor = { [ID]: { createTime } };
    }
    if (isMembers(usageMetadata)) {
      start.usage = readUsage(usageMetadata, `${path}.usageMetadata`);
      this.#usage = usageMetadata;
    }
    emit(start);
  }

  #candidate(value: unknown, place: number, path: string, emit: Emit): void {
    if (!isMembers(value)) throw wrongType(path, value, "an object");
    const index = typeof value["index"] === "number" ? value["index"] : place;
    let candidate = this.#candidates.get(index);
    if (candidate === undefined) {
      candidate = new CandidateReader(index, candidateSeed(this.#responseId, index));
      this.#candidates.set(index, candidate);
    }
    candidate.take(value, path, emit);
  }
}

function isOther(usage: Members, before: Members | undefined): boolean {
  if (before === undefined) return true;
  let names = 0;
  for (const name in usage) {
    names++;
    const value = usage[name];
    if (typeof value !== "object" && value !== before[name]) return true;
  }
  for (const _ in before) names--;
  return names !== 0;
}
