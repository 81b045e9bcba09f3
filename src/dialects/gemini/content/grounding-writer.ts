import type { Citation, SearchUnit } from "../../../contract/index.ts";
import type { Members } from "../../members/members.ts";
import { distinctCitations } from "../../search/distinct-citations.ts";
import { bytePositions } from "../../search/text-positions.ts";

interface Source {
  readonly url?: string | undefined;
  readonly title?: string | undefined;
}

/**
 * Gathers the searches and citations of one candidate as grounding metadata. Texts that follow each other are one text
 * on the wire, and positions count from its beginning.
 */
export class GroundingWriter {
  readonly #queries = new Set<string>();
  readonly #chunks: Members[] = [];
  readonly #supports: Members[] = [];
  readonly #sources = new Map<string, number>();
  /** Bytes of the texts before the next one in its run. */
  #bytes = 0;

  /** Adds one text with its citations; one that names no source has no place here. */
  addText(text: string, citations: readonly Citation[]): void {
    const positions = bytePositions(text);
    for (const citation of distinctCitations(citations)) {
      if (citation.url === undefined && citation.title === undefined) continue;
      const { start, end } = citation.answer ?? { start: 0, end: text.length };
      const to = Math.min(end, text.length);
      const from = Math.min(start, to);
      const segment = {
        ...(from + this.#bytes === 0 ? {} : { startIndex: this.#bytes + positions.fromUnits(from) }),
        endIndex: this.#bytes + positions.fromUnits(to),
        text: text.slice(from, to),
      };
      this.#support(segment, this.#place(citation));
    }
    this.#bytes += positions.fromUnits(text.length);
  }

  /** Ends a run of texts: something else stands between it and the next text. */
  breakText(): void {
    this.#bytes = 0;
  }

  /** Adds a search: what was asked and what was found. Opened pages have no place here. */
  addSearch({ call, results }: SearchUnit): void {
    if (call !== undefined && call.action !== "search") return;
    for (const query of call?.queries ?? []) this.#queries.add(query);
    for (const result of results ?? []) this.#place(result);
  }

  /** The metadata so far; undefined when there is nothing to say. */
  metadata(): Members | undefined {
    if (this.#queries.size === 0 && this.#chunks.length === 0) return undefined;
    return {
      ...(this.#queries.size === 0 ? {} : { webSearchQueries: [...this.#queries] }),
      ...(this.#chunks.length === 0 ? {} : { groundingChunks: this.#chunks }),
      ...(this.#supports.length === 0 ? {} : { groundingSupports: this.#supports }),
    };
  }

  #support(segment: Members, place: number): void {
    const before = this.#supports.at(-1);
    if (before === undefined || JSON.stringify(before["segment"]) !== JSON.stringify(segment)) {
      this.#supports.push({ segment, groundingChunkIndices: [place] });
      return;
    }
    const indices = before["groundingChunkIndices"] as number[];
    if (!indices.includes(place)) indices.push(place);
  }

  // A page stands once; a search may know it without the title that a citation gives.
  #place({ url, title }: Source): number {
    const key = url ?? JSON.stringify(title);
    let place = this.#sources.get(key);
    if (place === undefined) {
      place = this.#chunks.push({ web: { ...(url === undefined ? {} : { uri: url }) } }) - 1;
      this.#sources.set(key, place);
    }
    const web = this.#chunks[place]!["web"] as Members;
    if (title !== undefined) web["title"] ??= title;
    return place;
  }
}
