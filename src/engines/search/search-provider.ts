/** A question to a search provider. */
export interface SearchQuery {
  readonly query: string;
  /** The most results. */
  readonly limit: number;
  /** Only these hosts with their subdomains, or parts of them as `host/path`. */
  readonly allow?: readonly string[] | undefined;
  /** None of these hosts, written the same way. */
  readonly block?: readonly string[] | undefined;
  /** Two letters of ISO 3166. */
  readonly country?: string | undefined;
  /** The earliest and the latest time of a page, in RFC 3339. */
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

/** A page that was found. Its texts come from the web and are not to be trusted. */
export interface FoundPage {
  readonly url: string;
  readonly title?: string;
  readonly snippet?: string;
  /** In the provider's words. */
  readonly published?: string;
}

export interface SearchAnswer {
  readonly results: readonly FoundPage[];
  /** The list price of the search in USD. */
  readonly cost: number;
}

/** What a provider restricts by itself. The lists are kept in any case; without `dates` a time cannot be kept. */
export interface SearchAbilities {
  readonly allow: boolean;
  readonly block: boolean;
  readonly dates: boolean;
  readonly country: boolean;
  /** The most results of one search. */
  readonly limit: number;
}

/** A service that searches the web. */
export interface SearchProvider {
  readonly name: string;
  readonly can: SearchAbilities;
  /** USD for one search, by the price list or the configuration. */
  readonly price: number;
  /**
   * Searches. No result lies outside `allow` or inside `block`, whatever the provider answers. Rejects with an `AbpError`
   * if the provider fails, a restriction cannot be kept, or `signal` aborts.
   */
  search(query: SearchQuery, signal: AbortSignal): Promise<SearchAnswer>;
  close(): Promise<void>;
}
