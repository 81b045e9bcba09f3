import type { Block, LossEntry, OpaqueBlock, SearchUnit, StreamEvent } from "../../contract/index.ts";
import type { ReplyPlaces } from "../codec/stream-codec.ts";
import { accountReplyAt, isCarried } from "./account.ts";
import type { FeatureDialect } from "./feature-set.ts";
import type { ReplyFeatureId } from "./reply-feature.ts";
import { addVendor, type UsedFeature } from "./used-features.ts";
import { listUsedReplyFeatures, usedCitation } from "./used-reply-features.ts";

type Used = UsedFeature<ReplyFeatureId>;

/** The most places of one feature that are named; a stream may have any number of blocks. */
const MAX_PLACES = 100;

const NOWHERE: ReplyPlaces = { usage: "$", candidate: () => "$", block: () => "$" };

/** Accounts for a stream as it comes, with the places that its parts would have in a whole reply. */
export class StreamAccount {
  readonly #source: FeatureDialect;
  readonly #target: FeatureDialect;
  readonly #lossesOnly: boolean;
  readonly #entries: LossEntry[] = [];
  /** The places that have an entry, by the name of the feature or member. */
  readonly #places = new Map<string, Set<string>>();
  #isInUnit = false;
  /** The block whose thinking was noted last, as `candidate:block`; its further deltas add nothing. */
  #thinking = "";

  /** With `lossesOnly`, what reaches the target as it stands has no entry. */
  constructor(source: FeatureDialect, target: FeatureDialect, lossesOnly = false) {
    this.#source = source;
    this.#target = target;
    this.#lossesOnly = lossesOnly;
  }

  /** The entries so far. */
  get entries(): LossEntry[] {
    return [...this.#entries];
  }

  /** Takes one event. `places` are those of the reader that emitted it. */
  take(event: StreamEvent, places: ReplyPlaces = NOWHERE): void {
    // Deltas add no feature to their block.
    if ((event.type === "text_delta" || event.type === "input_delta") && event.vendor === undefined) return;
    if (event.type === "thinking_delta") {
      const key = `${event.candidate}:${event.block}`;
      if (key === this.#thinking && event.vendor === undefined) return;
      this.#thinking = key;
    }
    if (event.type === "block_start") this.#isInUnit = isSearch(event.content) || isRun(event.content);
    else if (event.type === "block_stop") this.#isInUnit = false;
    // The steps of a search or of a run say nothing that the unit itself does not say.
    else if (event.type === "opaque" && this.#isInUnit) return;
    const place = placeOf(event, places);
    const usage = "usage" in event ? event.usage : undefined;
    for (const one of listUsedEventFeatures(event))
      this.#note(one, one.node !== undefined && one.node === usage ? places.usage : place);
    if ("candidate" in event && event.candidate > 0)
      this.#note(
        { feature: "candidates", node: undefined, isPlace: true },
        places.candidate(event.candidate),
      );
  }

  #note(one: Used, place: string): void {
    if (this.#lossesOnly && isCarried(one, this.#target)) return;
    const name = one.vendor === undefined ? one.feature : `${one.vendor.dialect}.${one.vendor.member}`;
    const key = one.foreign === undefined ? place : `${place} ${one.foreign}`;
    const places = this.#places.get(name) ?? new Set();
    if (places.has(key) || places.size >= MAX_PLACES) return;
    this.#places.set(name, places.add(key));
    this.#entries.push(accountReplyAt(one, place, this.#source, this.#target));
  }
}

function placeOf(event: StreamEvent, places: ReplyPlaces): string {
  if ("block" in event) return places.block(event.candidate, event.block);
  if ("candidate" in event) return places.candidate(event.candidate);
  if (event.type === "usage") return places.usage;
  return event.type === "error" ? "$.error" : "$";
}

function isSearch(block: Block): block is OpaqueBlock & { search: SearchUnit } {
  return block.type === "opaque" && block.search !== undefined;
}

function isRun(block: Block): boolean {
  return block.type === "opaque" && block.isRun === true;
}

function isKnown({ call, results, error }: SearchUnit): boolean {
  if (results !== undefined || error !== undefined) return true;
  return call === undefined || call.queries.length > 0 || call.url !== undefined;
}

function listUsedEventFeatures(event: StreamEvent): Used[] {
  const found: Used[] = [];
  const candidate = {
    index: 0,
    content: "content" in event && event.content !== undefined ? [event.content] : [],
  };
  switch (event.type) {
    case "reply_start": {
      const { type: _, usage, vendor: __, ...facts } = event;
      found.push(
        ...listUsedReplyFeatures({ ...facts, candidates: [], ...(usage === undefined ? {} : { usage }) }),
      );
      break;
    }
    case "block_start":
      // What was searched may be known at the end only.
      if (!isSearch(event.content) || isKnown(event.content.search))
        found.push(...listUsedReplyFeatures({ candidates: [candidate] }));
      break;
    case "block_stop":
      found.push(...listUsedReplyFeatures({ candidates: [candidate] }));
      break;
    case "thinking_delta":
      found.push({ feature: "thinking.text", node: undefined });
      break;
    case "signature":
      found.push({ feature: "thinking.signature", node: undefined });
      break;
    case "citation":
      found.push(usedCitation(event.citation, undefined));
      if (event.citation.answer !== undefined) found.push({ feature: "citation.range", node: undefined });
      break;
    case "logprobs":
      found.push({ feature: "logprobs", node: undefined });
      break;
    case "candidate_stop": {
      const { stop, vendor } = event;
      found.push(
        ...listUsedReplyFeatures({
          candidates: [{ ...candidate, stop, ...(vendor === undefined ? {} : { vendor }) }],
        }),
      );
      return found;
    }
    case "usage":
      found.push(...listUsedReplyFeatures({ candidates: [], usage: event.usage }));
      break;
    case "opaque":
      found.push({ feature: "opaque", node: undefined });
      break;
    default:
      break;
  }
  addVendor(found, undefined, event.vendor);
  return found;
}
