import { AbpError, type BodyDigest, type LossReport, type SearchRecord } from "../../../contract/index.ts";
import { GATEWAY_SEARCH, type SearchCodec, type StandaloneSearch } from "../../../dialects/index.ts";
import { digestBody } from "../../bytes/body-digest.ts";
import type { ResponseFacts } from "../../facts/response-facts.ts";
import { addLossHeader } from "../../mapping/loss-header.ts";
import { asAbpError } from "../../plain-answers/error-answer.ts";
import { ProviderRunner } from "../../search/provider-runner.ts";
import type { Searching } from "../../search/searching.ts";
import type { AttemptOwner, ResponseHandler } from "../response-handler.ts";

/** A search without a conversation that no engine runs. */
export interface ProviderSearchCall {
  readonly owner: AttemptOwner;
  readonly search: StandaloneSearch;
  readonly codec: SearchCodec;
  /** May be absent if there is nothing to search. */
  readonly searching: Searching | undefined;
  /** The dialects of the caller and of the engine. */
  readonly from: string;
  readonly to: string;
}

/** Answers a search without a conversation with what the search provider finds. No engine is called. */
export class ProviderSearch implements ResponseHandler {
  readonly mode = "mapped";
  readonly request = undefined;
  readonly upstreamRequest = undefined;
  readonly upstreamModel = undefined;
  readonly #call: ProviderSearchCall;
  readonly #searches: SearchRecord[] = [];
  readonly #report: LossReport;
  readonly #ending = new AbortController();
  #response: BodyDigest | undefined;

  constructor(call: ProviderSearchCall) {
    this.#call = call;
    const entries: LossReport["entries"] =
      call.search.queries.length === 0
        ? []
        : [
            {
              path: "$.commands.search_query",
              disposition: "emulated",
              emulator: GATEWAY_SEARCH,
              reason: "the gateway searches, because the engine has no such search",
            },
          ];
    this.#report = { from: call.from, to: call.to, direction: "request", entries };
  }

  onHead(): void {
    throw new AbpError("internal", "a search without an engine got an engine's answer");
  }

  onData(): boolean {
    return true;
  }

  onEnd(): void {
    this.#run().catch((thrown: unknown) => this.onFailure(asAbpError(thrown)));
  }

  onFailure(error: AbpError): void {
    if (!this.#ending.signal.aborted) this.#call.owner.finished(error);
  }

  release(): void {
    this.#ending.abort();
  }

  facts(): ResponseFacts {
    const web_search = this.#searches.filter(({ error }) => error === undefined).length;
    return {
      observed: {
        usage: { input: 0, output: 0, serverTools: { web_search } },
        ...(this.#response === undefined ? {} : { end: "complete" }),
      },
      searches: this.#searches,
      upstreamResponse: undefined,
      response: this.#response,
      mapping: [this.#report],
      negotiation: undefined,
      warnings: [],
    };
  }

  async #run(): Promise<void> {
    const { owner, search, codec, searching } = this.#call;
    const { signal } = this.#ending;
    const texts: string[] = [];
    for (const { query, allow, block, country } of searching === undefined ? [] : search.queries) {
      const restrictions = {
        kind: "web_search" as const,
        ...(allow === undefined ? {} : { allowedDomains: [...allow] }),
        ...(block === undefined ? {} : { blockedDomains: [...block] }),
        ...(country === undefined ? {} : { location: { country } }),
      };
      const runner = new ProviderRunner(searching!.provider, restrictions, searching!.limits);
      const { text, record } = await runner.run(JSON.stringify({ query }), signal);
      if (record !== undefined) this.#searches.push(record);
      if (signal.aborted) return;
      texts.push(text);
    }
    const body = Buffer.from(JSON.stringify(codec.write([...texts, ...search.notes].join("\n\n"))));
    this.#response = digestBody(body);
    const headers = ["content-type", "application/json", "content-length", String(body.length)];
    owner.head(200, addLossHeader(headers, this.#report));
    owner.end(body);
    owner.finished(undefined);
  }
}
