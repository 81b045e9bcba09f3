import type { EchoedSearch, WebSearch } from "../../dialects/index.ts";
import type { SearchOutcome, SearchRunner } from "./search-runner.ts";

/** The most searches of a call whose caller sets no limit. */
const MAX_SEARCHES = 8;

/** Gives the arguments of each call back, so that the vendor searches. What it finds only its model sees. */
export class EchoRunner implements SearchRunner {
  readonly limit: number;
  readonly #echo: EchoedSearch;
  #count = 0;

  constructor(echo: EchoedSearch, { maxUses }: WebSearch) {
    this.#echo = echo;
    this.limit = Math.max(1, Math.min(maxUses ?? MAX_SEARCHES, MAX_SEARCHES));
  }

  async run(input: string): Promise<SearchOutcome> {
    const queries = [...this.#echo.queriesOf(input)];
    this.#count += 1;
    const wasMade = this.#count <= this.limit;
    return {
      text: input,
      isError: false,
      wasMade,
      unit: {
        call: { action: "search", queries },
        ...(wasMade ? { results: [] } : { error: "max_uses_exceeded" }),
      },
    };
  }
}
