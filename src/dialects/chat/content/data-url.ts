import type { MediaSource } from "../../../contract/index.ts";

// Only the plain form is taken apart, so that it can be put together again letter by letter.
const PLAIN = /^data:([^;,]*);base64,/;

/** A URL as a source: inline data if it is a plain data URL (RFC 2397). */
export function sourceOfUrl(url: string): MediaSource {
  const match = PLAIN.exec(url);
  if (match === null) return { kind: "url", url };
  return { kind: "base64", mediaType: match[1]!, data: url.slice(match[0].length) };
}

/** A source as a URL; undefined if it has none. */
export function urlOfSource(source: MediaSource): string | undefined {
  if (source.kind === "url") return source.url;
  if (source.kind === "base64") return `data:${source.mediaType};base64,${source.data}`;
  return undefined;
}
