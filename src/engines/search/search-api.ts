import type { HeaderList } from "../../lib/index.ts";
import type { StatedPage } from "./found-page.ts";
import type { SearchAbilities, SearchQuery } from "./search-provider.ts";

/** The wire format of one search service. Its functions are pure. */
export interface SearchApi {
  readonly can: SearchAbilities;
  /** The service's own address; undefined if everybody runs their own. */
  readonly baseUrl?: string;
  readonly needsKey: boolean;
  /** USD for one search by the vendor's price list. */
  readonly price: number;
  /** The request for a question, whose lists hold no more than the service takes. */
  write(query: SearchQuery): SearchApiRequest;
  /** The results of an answer; undefined if it is no answer of this service. */
  read(answer: unknown): readonly StatedPage[] | undefined;
}

/** A request to a search service, without its credential. */
export interface SearchApiRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: HeaderList;
  readonly body?: string;
}
