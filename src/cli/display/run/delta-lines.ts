import { safeText } from "../text/safe-text.ts";
import { textWidth } from "../text/text-width.ts";
import { wrapText } from "../text/wrap.ts";

/** The most characters of a line without an end. A longer one is broken. */
const MAX_OPEN_CHARACTERS = 65_536;

/** Joins the pieces of a text that arrives bit by bit into lines. */
export class DeltaLines {
  /** Raw text at the end of a piece whose meaning depends on the next one: half a surrogate pair, or a carriage return. */
  #undecided = "";
  #open = "";

  /** The beginning of a line that is not complete yet, harmless for a terminal. */
  get open(): string {
    return this.#open;
  }

  /** Adds a piece, and gives the lines that are complete now. `columns` is undefined if lines are not wrapped. */
  add(piece: string, columns: number | undefined): string[] {
    const raw = this.#undecided + piece;
    const cut = /[\ud800-\udbff\r]$/.test(raw) ? raw.length - 1 : raw.length;
    this.#undecided = raw.slice(cut);
    const complete = (this.#open + safeText(raw.slice(0, cut))).split("\n");
    this.#open = complete.pop()!;
    const lines = columns === undefined ? complete : complete.flatMap((line) => wrapText(line, columns));
    const isFull =
      columns === undefined ? this.#open.length > MAX_OPEN_CHARACTERS : textWidth(this.#open) > columns;
    if (!isFull) return lines;
    const wrapped = wrapText(this.#open, columns ?? MAX_OPEN_CHARACTERS);
    this.#open = wrapped.pop()!;
    return [...lines, ...wrapped];
  }

  /** Ends the text, and gives what is left of it. */
  end(columns: number | undefined): string[] {
    const rest = this.#open + safeText(this.#undecided);
    this.#open = "";
    this.#undecided = "";
    if (rest === "") return [];
    return columns === undefined ? [rest] : wrapText(rest, columns);
  }
}
