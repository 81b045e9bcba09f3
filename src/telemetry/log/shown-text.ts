import { BoundedCache, compileRedactor, type KnownSecrets } from "../../lib/index.ts";

/** Longer texts are replaced by their length. No model name and hardly any field path is longer. */
const MAX_LENGTH = 256;
/** Callers may send ever new names. */
const CACHE_LIMITS = { maxEntries: 1024, maxBytes: 1024 * 1024 };
// Control characters, line separators and bidirectional controls could forge or reorder lines on a terminal.
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/**
 * Prepares short texts from callers and engines for the log: without secrets, without control characters, of bounded length.
 * The redaction costs about 10 µs, so results are cached: the same few names occur in every call.
 */
export function openShownTexts(secrets: readonly string[] | KnownSecrets): (text: string) => string {
  const redact = compileRedactor(secrets);
  const cache = new BoundedCache<string>(CACHE_LIMITS);
  return (text) => {
    // A cut could go through a secret and hide it from the redaction, so a long text is left out as a whole.
    if (text.length > MAX_LENGTH) return `[${text.length} characters]`;
    const known = cache.get(text);
    if (known !== undefined) return known;
    const shown = redact(text).replace(UNSAFE, " ");
    cache.set(text, shown, 2 * shown.length);
    return shown;
  };
}
