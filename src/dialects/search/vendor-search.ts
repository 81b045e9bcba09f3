import type { EchoedSearch } from "./echoed-search.ts";
import type { SearchCodec } from "./standalone-search.ts";

/** The vendor's searches that are no tool of a single call. */
export interface VendorSearch {
  /** The vendor's search, if it takes a round of its own. */
  readonly echoedSearch?: EchoedSearch;
  /** Set for the form of a dialect that searches without a conversation. */
  readonly search?: SearchCodec;
}
