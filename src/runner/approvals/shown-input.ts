import { redact } from "../../lib/index.ts";

/** The most characters of a tool's input that an approval keeps. */
const MAX_INPUT_CHARACTERS = 64 * 1024;

/** The input of a tool as JSON for the person who decides, without its secrets; undefined if it is not known. */
export function shownInput(input: unknown): string | undefined {
  if (input === undefined) return undefined;
  const text = JSON.stringify(redact(input));
  if (text.length <= MAX_INPUT_CHARACTERS) return text;
  const left = text.length - MAX_INPUT_CHARACTERS;
  return JSON.stringify({
    beginning: text.slice(0, MAX_INPUT_CHARACTERS).toWellFormed(),
    characters_left_out: left,
  });
}
