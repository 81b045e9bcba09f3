import { isDeepStrictEqual } from "node:util";

/** A tool that was announced to the caller. */
export interface AnnouncedTool {
  /** The id by which the caller knows it. */
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  /** Why it was denied. */
  readonly denial?: string | undefined;
}

interface Entry extends AnnouncedTool {
  /** The agent's own id, once an event named it. */
  nativeId: string | undefined;
  denial: string | undefined;
}

/**
 * The tools of one turn. A question about a tool has no id, and comes before the event of its call: the caller hears of the
 * tool when it is asked for, under an id of ours, and later events of the same tool are found again.
 */
export class AnnouncedTools {
  readonly #newId: () => string;
  readonly #open: Entry[] = [];

  constructor(newId: () => string) {
    this.#newId = newId;
  }

  /** Notes a tool that the agent asks for. */
  ask(name: string, input: unknown): AnnouncedTool {
    return this.#add(this.#newId(), name, input, undefined);
  }

  /** Notes that a tool which was asked for is denied: no call follows, only a result. */
  deny(id: string, reason: string): void {
    const entry = this.#open.find((one) => one.id === id);
    if (entry !== undefined) entry.denial = reason;
  }

  /** Notes a call. Returns the tool if it was not announced to the caller yet. */
  call(name: string, input: unknown, nativeId: string | null | undefined): AnnouncedTool | undefined {
    const asked = this.#open.filter(
      (one) => one.nativeId === undefined && one.denial === undefined && one.name === name,
    );
    const found = asked.find((one) => isDeepStrictEqual(one.input, input)) ?? asked[0];
    if (found === undefined) return this.#add(nativeId ?? this.#newId(), name, input, nativeId ?? "");
    found.nativeId = nativeId ?? "";
    return undefined;
  }

  /**
   * Ends a tool with its result. Undefined if it was never announced to the caller. It must be then, because no protocol has a
   * result without a call.
   */
  end(name: string, nativeId: string | null | undefined): AnnouncedTool | undefined {
    const byId = this.#open.find((one) => typeof nativeId === "string" && one.nativeId === nativeId);
    const found =
      byId ??
      this.#open.find((one) => one.name === name && one.denial !== undefined) ??
      this.#open.find((one) => one.name === name && one.nativeId === "");
    if (found !== undefined) this.#open.splice(this.#open.indexOf(found), 1);
    return found;
  }

  /** Ends all tools that have no result, and returns them. */
  endAll(): readonly AnnouncedTool[] {
    return this.#open.splice(0);
  }

  #add(id: string, name: string, input: unknown, nativeId: string | undefined): AnnouncedTool {
    const entry: Entry = { id, name, input, nativeId, denial: undefined };
    this.#open.push(entry);
    return entry;
  }
}
