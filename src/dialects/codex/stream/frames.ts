import type { Members } from "../../members/members.ts";

/** Frames events for the wire and numbers them. */
export class Frames {
  #next = 0;

  /** One event with its members. */
  frame(type: string, members: Members): string {
    return this.#frame(type, JSON.stringify(members));
  }

  /** Several events with the same members, which are serialised once. */
  repeat(types: readonly string[], members: Members): string[] {
    const rest = JSON.stringify(members);
    return types.map((type) => this.#frame(type, rest));
  }

  #frame(type: string, rest: string): string {
    const tail = rest === "{}" ? "}" : `,${rest.slice(1)}`;
    return `${head(type)}${this.#next++}${tail}\n\n`;
  }

  /** Frames a delta from prepared JSON and one text, which is cheaper than serialising the event. */
  delta(start: string, before: string, text: string, after: string): string {
    return start + this.#next++ + before + JSON.stringify(text) + after;
  }
}

/** The beginning of an event's frame, up to its number. */
export function head(type: string): string {
  return `event: ${type}\ndata: {"type":"${type}","sequence_number":`;
}
