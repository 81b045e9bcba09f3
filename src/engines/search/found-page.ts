import type { FoundPage } from "./search-provider.ts";

const MAX_URL_LENGTH = 2048;
const MAX_TITLE_LENGTH = 300;
const MAX_SNIPPET_LENGTH = 2000;
const MAX_DATE_LENGTH = 64;

/** A result as a provider states it. */
export interface StatedPage {
  readonly url: unknown;
  readonly title?: unknown;
  readonly snippet?: unknown;
  readonly published?: unknown;
}

/** Reads a result. Undefined if it has no address on the web; texts are cut and freed from control characters. */
export function readFoundPage(stated: StatedPage): FoundPage | undefined {
  const { url } = stated;
  if (typeof url !== "string" || url.length > MAX_URL_LENGTH) return undefined;
  const parsed = URL.parse(url.trim());
  if (parsed === null || (parsed.protocol !== "http:" && parsed.protocol !== "https:")) return undefined;
  const title = plainText(stated.title, MAX_TITLE_LENGTH);
  const snippet = plainText(stated.snippet, MAX_SNIPPET_LENGTH);
  const published = plainText(stated.published, MAX_DATE_LENGTH);
  return {
    url: parsed.href,
    ...(title === undefined ? {} : { title }),
    ...(snippet === undefined ? {} : { snippet }),
    ...(published === undefined ? {} : { published }),
  };
}

function plainText(value: unknown, limit: number): string | undefined {
  if (typeof value !== "string") return undefined;
  const text = value
    .slice(0, 4 * limit)
    .replace(/[\p{Cc}\p{Cf}]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim()
    .slice(0, limit)
    .toWellFormed();
  return text === "" ? undefined : text;
}
