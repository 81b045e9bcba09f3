import type { Members } from "../../members/members.ts";
import { LONG_TEXT, LongTexts } from "./long-texts.ts";

/** Frames events for the wire and numbers them. */
export class Frames {
  #next = 0;
  /** Set once a long text was seen: later events repeat it. */
  #long: LongTexts | undefined;

  /** Says that the next events repeat a long text. */
  expectLong(): void {
    this.#long ??= new LongTexts();
  }

  /** One event with its members. */
  frame(type: string, members: Members): string {
    return this.#frame(type, this.#write(members));
  }

  /** Several events with the same members, which are serialised once. */
  repeat(types: readonly string[], members: Members): string[] {
    const rest = this.#write(members);
    return types.map((type) => this.#frame(type, rest));
  }

  #write(members: Members): string {
    if (this.#long !== undefined) return this.#long.write(members)!;
    const text = JSON.stringify(members);
    if (text.length > LONG_TEXT) this.expectLong();
    return text;
  }

  #frame(type: string, rest: string): string {
    const tail = rest === "{}" ? "}" : `,${rest.slice(1)}`;
    return `${head(type)}${this.#next++}${tail}\n\n`;
  }

  /** Frames a delta from prepared JSON and one text, which is cheaper than serialising the event. */
  delta(start: string, before: string, text: string, after: string): string {
    if (text.length > LONG_TEXT) this.expectLong();
    const quoted = this.#long === undefined ? JSON.stringify(text) : this.#long.quote(text);
    return start + this.#next++ + before + quoted + after;
  }
}

/** The beginning of an event's frame, up to its number. */
export function head(type: string): string {
  return `event: ${type}\ndata: {"type":"${type}","sequence_number":`;
}
