import { sha256Hex } from "../../../lib/index.ts";
import type { Members } from "../strict/raw-json.ts";

/** What a request says about its search tool. */
export interface SearchOffer {
  /** Whether the model has nothing else to call, or must search. */
  readonly isOnly: boolean;
  /** Hosts that results must come from. Empty for any. */
  readonly allowedDomains: readonly string[];
  /** The number of searches that may run. */
  readonly maxUses: number;
  /** Whether the request asks for the sources of each search. */
  readonly asksSources: boolean;
}

export interface Source {
  readonly url: string;
  readonly title: string;
  readonly snippet: string;
}

/** A piece of the text, and the source that it cites. */
export interface Segment {
  readonly text: string;
  readonly source: Source | undefined;
}

export interface Search {
  readonly id: string;
  readonly query: string;
  readonly sources: readonly Source[];
  /** Whether the request allows no further search. */
  readonly isRefused: boolean;
}

/** An answer that rests on searches, before a vendor's form. */
export interface SearchAnswer {
  readonly request: Members;
  readonly id: string;
  readonly model: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly offer: SearchOffer;
  readonly searches: readonly Search[];
  readonly segments: readonly Segment[];
  readonly text: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** What a search answer is made of. */
export interface SearchFacts {
  readonly request: Members;
  readonly digest: string;
  readonly model: string;
  readonly created: number;
  readonly offer: SearchOffer;
  readonly queries: readonly string[];
  /** The text before the cited sentences. */
  readonly said: string;
  readonly inputTokens: number;
}

const RESULTS = 2;

export function makeSearchAnswer(facts: SearchFacts): SearchAnswer {
  const { request, digest, model, created, offer, queries, said, inputTokens } = facts;
  const searches = queries.map(
    (query, index): Search => ({
      id: sha256Hex(`${digest}:search:${index}`).slice(0, 24),
      query,
      sources: index < offer.maxUses ? sourcesOf(query, offer) : [],
      isRefused: index >= offer.maxUses,
    }),
  );
  const cited = searches.flatMap(({ sources }) => sources);
  const segments: Segment[] = [
    { text: said, source: undefined },
    ...cited.map((source) => ({ text: ` ${source.snippet}`, source })),
  ];
  const text = segments.map((one) => one.text).join("");
  return {
    request,
    ...{ id: digest.slice(0, 24), model, created, offer, searches, segments, text, inputTokens },
    outputTokens: Math.ceil(text.length / 4),
  };
}

// The dash has three bytes, so that offsets in bytes and in characters differ.
function sourcesOf(query: string, { allowedDomains }: SearchOffer): Source[] {
  const words = query.replace(/\s+/g, " ").trim().slice(0, 80);
  return Array.from({ length: RESULTS }, (_, index) => {
    const domain = allowedDomains[index % Math.max(1, allowedDomains.length)] ?? "example.com";
    const slug = encodeURIComponent(words.toLowerCase().replaceAll(" ", "-")).slice(0, 60);
    return {
      url: `https://${domain.replace(/\/$/, "")}/${slug}/${index + 1}`,
      title: `Result ${index + 1} for ${words}`,
      snippet: `Simulated finding ${index + 1} – about ${words}.`,
    };
  });
}

/** Seals a text as Anthropic does: base64 of a protocol buffer that begins with field 2. */
export function sealText(text: string): string {
  const bytes = Buffer.from(`simulated-search:${sha256Hex(text).slice(0, 40)}`);
  const sealed = Buffer.concat([Buffer.from([0x12, bytes.length]), bytes]).toString("base64");
  return sealed;
}

/** Writes server-sent events, with the name of each if `isNamed`. */
export function sseFrames(events: readonly Readonly<Record<string, unknown>>[], isNamed: boolean): string[] {
  return events.map((event) => {
    const name = isNamed ? `event: ${String(event["type"])}\n` : "";
    return `${name}data: ${JSON.stringify(event)}\n\n`;
  });
}
