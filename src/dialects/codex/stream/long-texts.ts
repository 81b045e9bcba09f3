import { isMembers } from "../../members/members.ts";

/** From here on a text is worth remembering: quoting one of 15 MB takes 30 ms. */
export const LONG_TEXT = 64 * 1024;

/** Writes JSON in which the same long texts come again and again, and quotes each of them once. */
export class LongTexts {
  #last: { readonly text: string; readonly quoted: string } | undefined;

  /** A text as JSON. */
  quote(text: string): string {
    if (text.length <= LONG_TEXT) return JSON.stringify(text);
    if (this.#last?.text !== text) this.#last = { text, quoted: JSON.stringify(text) };
    return this.#last.quoted;
  }

  /** A value as `JSON.stringify` writes it; undefined for what JSON does not have. */
  write(value: unknown): string | undefined {
    if (typeof value === "string") return this.quote(value);
    if (Array.isArray(value)) return this.#writeList(value);
    return isMembers(value) ? this.#writeMembers(value) : JSON.stringify(value);
  }

  // Joined by `+`, which copies nothing.
  #writeList(list: readonly unknown[]): string {
    let text = "[";
    for (const [at, one] of list.entries()) text += (at === 0 ? "" : ",") + (this.write(one) ?? "null");
    return `${text}]`;
  }

  #writeMembers(members: Readonly<Record<string, unknown>>): string {
    let text = "";
    for (const [name, value] of Object.entries(members)) {
      const written = this.write(value);
      if (written !== undefined) text += `${text === "" ? "" : ","}${JSON.stringify(name)}:${written}`;
    }
    return `{${text}}`;
  }
}
