const UNSAFE = /[^\x20-\x7e]+/gu;

/** A text as the value of a header: what a header cannot hold is percent-encoded as UTF-8. */
export function headerText(text: string): string {
  return text.toWellFormed().replace(UNSAFE, encodeURIComponent);
}
