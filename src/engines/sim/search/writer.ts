import type { Members } from "../strict/raw-json.ts";
import type { SearchAnswer, SearchOffer } from "./search-answer.ts";

/** A vendor's own form of a search: the tool in a request, and the answer, whole and streamed. */
export interface SearchWriter {
  /** Returns undefined if the request offers no search. */
  offer(body: Members): SearchOffer | undefined;
  whole(answer: SearchAnswer): Members;
  /** Returns the frames of a stream. */
  stream(answer: SearchAnswer): readonly string[];
  /** Returns the items of a stream that is one JSON array, if the vendor has it. */
  items?(answer: SearchAnswer): readonly Members[];
}
