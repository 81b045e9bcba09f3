import { replaceSpans, type Span } from "./span.ts";

/** Values that are secret, prepared for the search in many texts. */
export interface KnownSecrets {
  /** The places of the secrets in a text. */
  find(text: string): readonly Span[];
}

/** Shorter words and numbers stand in harmless texts by themselves: `ollama`, `none`, `8080`. */
const MIN_WORD_LENGTH = 8;
/** No ordinary word or number is as long. */
const MIN_LONG_LENGTH = 16;
/** A shorter value that mixes letters with digits or signs may be a part of a harmless text, as `v1` is. */
const MIN_MIXED_LENGTH = 6;
/** Words with separators, or a number. */
const ORDINARY = /^(?:\p{L}+(?:[-_. /]\p{L}+)*|\p{Nd}+)$/u;

/**
 * How a value is distinguished from ordinary text. A `distinct` value is replaced wherever it stands. A `word` could be a part of ordinary
 * words, and is replaced where no letter, digit, hyphen or underscore touches it. A `common` value is too short to be a secret, and
 * harmless texts contain it: it is replaced only where a credential stands.
 */
export function secretKind(secret: string): "distinct" | "word" | "common" {
  const { length } = [...secret];
  if (ORDINARY.test(secret)) {
    if (length >= MIN_LONG_LENGTH) return "distinct";
    return length >= MIN_WORD_LENGTH ? "word" : "common";
  }
  if (length >= MIN_MIXED_LENGTH) return "distinct";
  return length >= 4 ? "word" : "common";
}

/** Prepares secrets. `encode` gives the forms of a secret in other texts: as it is, and encoded. */
export function knownSecrets(
  secrets: readonly string[],
  encode: (secret: string) => readonly string[] = encodedForms,
): KnownSecrets {
  const given = [...new Set(secrets)]
    .map((secret) => secret.toWellFormed())
    .filter((secret) => secret !== "");
  const kinds = Map.groupBy(given, secretKind);
  const words = kinds.get("word") ?? [];
  // An encoded word is longer, and no ordinary text.
  const encoded = words.flatMap((word) =>
    encode(word).filter((form) => form !== word && secretKind(form) === "distinct"),
  );
  const anywhere = [
    ...(kinds.get("distinct") ?? []).flatMap((secret) => [secret, ...encode(secret)]),
    ...encoded,
  ];
  const forms = [...new Set(anywhere)];
  const patterns = [wordPattern(words), credentialPattern(kinds.get("common") ?? [])];
  return {
    find: (text) => [
      ...findForms(text, forms),
      ...patterns.flatMap((pattern) => (pattern === undefined ? [] : findGroup(text, pattern))),
    ],
  };
}

/** Replaces known secrets in a text, and nothing else. */
export function hideSecrets(text: string, secrets: KnownSecrets, mark: string): string {
  return replaceSpans(text, secrets.find(text), mark);
}

/** The end of an escape is no part of a word: `%20`, `\n`, a colour. */
const BEFORE_WORD = String.raw`(?<![\p{L}\p{N}_-])|(?<=%[0-9A-Fa-f]{2}|\\[bfnrt]|\\u[0-9A-Fa-f]{4}|\u001b\[[0-9;]{0,16}m)`;
const AFTER_WORD = String.raw`(?![\p{L}\p{N}_-])`;
/** What stands before a credential beside the names and schemes that `findSecretShapes` knows. */
const BEFORE_CREDENTIAL = String.raw`(?<=\b(?:key|token|secret|password|credential)s?(?: provided| given| sent)?\s{0,2}[:=]\s{0,2}["'\x60]?|\b(?:bearer|basic)\s{1,4})`;

function wordPattern(words: readonly string[]): RegExp | undefined {
  if (words.length === 0) return undefined;
  return new RegExp(`(?:${BEFORE_WORD})(${alternatives(words)})${AFTER_WORD}`, "dgu");
}

function credentialPattern(values: readonly string[]): RegExp | undefined {
  if (values.length === 0) return undefined;
  return new RegExp(`${BEFORE_CREDENTIAL}(${alternatives(values)})${AFTER_WORD}`, "dgiu");
}

// The longest first: one may begin with another.
function alternatives(values: readonly string[]): string {
  return [...values]
    .sort((left, right) => right.length - left.length)
    .map((value) => value.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"))
    .join("|");
}

function findGroup(text: string, pattern: RegExp): readonly Span[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const span = match.indices?.[1];
    return span === undefined ? [] : [span as Span];
  });
}

function findForms(text: string, forms: readonly string[]): readonly Span[] {
  return forms.flatMap((form) => {
    const spans: Span[] = [];
    // Steps by one, so that occurrences which overlap are all found.
    for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1))
      spans.push([at, at + form.length]);
    return spans;
  });
}

/** A secret as it may stand in other texts: as it is, and in the usual encodings. */
export function encodedForms(secret: string): readonly string[] {
  const text = secret.toWellFormed();
  if (text === "") return [];
  const bytes = Buffer.from(text);
  return [
    ...new Set([
      text,
      JSON.stringify(text).slice(1, -1),
      encodeURIComponent(text),
      bytes.toString("base64"),
      bytes.toString("base64url"),
    ]),
  ];
}
