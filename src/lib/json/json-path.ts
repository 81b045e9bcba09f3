const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const LINE_SEPARATOR = /[\u007f-\u009f\u2028\u2029]/g;

/** Writes the place of a value inside a document, like `$.trace[3].ts` or `$["odd name"]`. */
export function formatJsonPath(segments: readonly (string | number)[]): string {
  let path = "$";
  for (const segment of segments) {
    if (typeof segment === "number") path += `[${segment}]`;
    else path += PLAIN_NAME.test(segment) ? `.${segment}` : `[${quoteText(segment)}]`;
  }
  return path;
}

/** Quotes text for a message so that it stays on one line, whatever the text holds. */
export function quoteText(text: string): string {
  return JSON.stringify(text).replace(
    LINE_SEPARATOR,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Shortens text to `limit` characters for a message, marking the cut. */
export function shortenText(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit).toWellFormed()}…`;
}
