/** The table `[tools.web_search]` of the configuration, as far as it concerns the provider. */
export interface SearchSettings {
  /** No search without it. */
  readonly provider?: string | undefined;
  readonly base_url?: string | undefined;
  readonly api_key?: string | undefined;
  readonly allow_private: boolean;
  readonly timeout_secs: number;
  /** USD for one search, in place of the provider's list price. */
  readonly price_usd?: number | undefined;
}
