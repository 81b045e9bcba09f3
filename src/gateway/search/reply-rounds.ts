import type { Block, Reply, SearchUnit, StreamEvent, TokenUsage } from "../../contract/index.ts";
import { applyEvent, type EventRewriter, mergeUsage } from "../../dialects/index.ts";
import { addUsage } from "../rounds/added-usage.ts";

/** A call of our function within a round. */
export interface OwnCall {
  readonly id: string;
  /** The arguments as the model wrote them. */
  input: string;
}

/** Reads a call of our function; undefined for any other block. */
export type ReadOwnCall = (block: Block) => OwnCall | undefined;

/** Reads the calls of a function by its name. */
export function callsOf(tool: string): ReadOwnCall {
  return (block) =>
    block.type === "tool_use" && block.name === tool
      ? { id: block.id, input: block.inputText ?? "" }
      : undefined;
}

/** The ends of a turn after which its calls are not carried out. */
const CUT_SHORT: ReadonlySet<string> = new Set([
  "max_tokens",
  "context_window",
  "refusal",
  "content_filter",
  "malformed",
  "error",
]);

type Held = Extract<StreamEvent, { type: "candidate_stop" }> | undefined;

/**
 * Makes one reply of the replies of several rounds: one start and one end, blocks numbered through, usage added up. Calls
 * of our function are taken out; the searches that they led to are put in where the round ended.
 */
export class ReplyRounds implements EventRewriter {
  readonly #readOwn: ReadOwnCall;
  readonly #openInner: () => EventRewriter | undefined;
  #inner: EventRewriter | undefined;
  /** The numbers of the round's blocks in the whole reply. */
  readonly #places = new Map<number, number>();
  #nextPlace = 0;
  #round = 0;
  #turn: Reply = { candidates: [] };
  readonly #own = new Map<number, OwnCall>();
  #hasOtherCalls = false;
  #stop: Held;
  #end: Extract<StreamEvent, { type: "reply_stop" }> | undefined;
  #roundUsage: TokenUsage | undefined;
  #pastUsage: TokenUsage | undefined;
  #state: "open" | "pending" | "searched" | "closed" = "open";
  #units: StreamEvent[] = [];
  #searches = 0;
  #isLast = false;
  #pastWarnings: readonly string[] = [];

  /** `openInner` opens what rewrites the reply of each round first. */
  constructor(readOwn: ReadOwnCall, openInner: () => EventRewriter | undefined = () => undefined) {
    this.#readOwn = readOwn;
    this.#openInner = openInner;
    this.#inner = openInner();
  }

  /** Whether the round that ended asks for searches. */
  get isPending(): boolean {
    return this.#state === "pending";
  }

  get isHolding(): boolean {
    return this.#state === "pending" || this.#state === "searched";
  }

  /** The calls of our function in the round that ended. */
  get ownCalls(): readonly OwnCall[] {
    return [...this.#own.values()];
  }

  /** Whether the turn belongs to the caller, because it calls the caller's tools as well. */
  get isCallers(): boolean {
    return this.#hasOtherCalls;
  }

  /** What the engine said in the round that ended, in its order. */
  get turn(): readonly Block[] {
    const content = this.#turn.candidates[0]?.content ?? [];
    return content.filter((block) => block !== undefined && (block.type !== "text" || block.text !== ""));
  }

  /** What all rounds so far used, searches included. */
  get usage(): TokenUsage | undefined {
    const sum = addUsage(this.#pastUsage, this.#roundUsage);
    if (this.#searches === 0) return sum;
    const before = sum?.serverTools ?? {};
    const web_search = (before["web_search"] ?? 0) + this.#searches;
    return { ...sum, serverTools: { ...before, web_search } };
  }

  get warnings(): readonly string[] {
    return [...this.#pastWarnings, ...(this.#inner?.warnings ?? [])];
  }

  /** What the round that ended used. */
  get roundUsage(): TokenUsage | undefined {
    return this.#roundUsage;
  }

  push(event: StreamEvent): readonly StreamEvent[] {
    return this.#takeAll(this.#inner === undefined ? [event] : this.#inner.push(event));
  }

  end(): readonly StreamEvent[] {
    const rest = this.#takeAll(this.#inner?.end() ?? []);
    if (this.#state !== "open") return rest;
    const isWhole = this.#end !== undefined && !CUT_SHORT.has(this.#stop?.stop.reason ?? "");
    if (this.#own.size > 0 && isWhole && !this.#isLast) {
      this.#state = "pending";
      return rest;
    }
    return [...rest, ...this.#close()];
  }

  /** The searches, and the end of the reply if the turn goes to the caller. */
  flush(): readonly StreamEvent[] {
    if (this.#state !== "searched") return [];
    const units = this.#units;
    this.#units = [];
    return this.#hasOtherCalls ? [...units, ...this.#close()] : units;
  }

  /**
   * Takes the searches of the pending round. Those that failed are shown and not counted; nor are those of a vendor whose
   * usage has them already.
   */
  addSearches(units: readonly SearchUnit[], areVendors = false): void {
    this.#state = "searched";
    const isCounted = areVendors && this.#roundUsage?.serverTools?.["web_search"] !== undefined;
    if (!isCounted) this.#searches += units.filter(({ error }) => error === undefined).length;
    for (const search of units) {
      const at = { candidate: 0, block: this.#nextPlace++ };
      const content = {
        type: "opaque",
        dialect: "gateway",
        kind: "web_search",
        id: search.id,
        value: null,
        search,
      } as const;
      this.#units.push({ type: "block_start", ...at, content }, { type: "block_stop", ...at });
    }
  }

  /** Begins the next round; a call of our function in the last one is dropped. */
  startRound(isLast: boolean): void {
    this.#round += 1;
    this.#isLast = isLast;
    this.#state = "open";
    this.#places.clear();
    this.#own.clear();
    this.#turn = { candidates: [] };
    this.#stop = undefined;
    this.#end = undefined;
    this.#pastUsage = addUsage(this.#pastUsage, this.#roundUsage);
    this.#roundUsage = undefined;
    this.#pastWarnings = this.warnings;
    this.#inner = this.#openInner();
  }

  #takeAll(events: readonly StreamEvent[]): StreamEvent[] {
    return events.flatMap((event) => this.#take(event) ?? []);
  }

  /** What an event of this round is in the whole reply; undefined if it is held or taken out. */
  #take(event: StreamEvent): StreamEvent | undefined {
    if (this.#state === "closed") return undefined;
    applyEvent(this.#turn, event);
    switch (event.type) {
      case "reply_start":
        if (event.usage !== undefined) this.#roundUsage = mergeUsage(this.#roundUsage, event.usage);
        return this.#round === 0 ? event : undefined;
      case "usage":
        this.#roundUsage = mergeUsage(this.#roundUsage, event.usage);
        return undefined;
      case "candidate_stop":
        this.#stop = event;
        return undefined;
      case "reply_stop":
        this.#end = event;
        return undefined;
      case "error":
        this.#state = "closed";
        return event;
      default:
        return "block" in event ? this.#takeOfBlock(event) : event;
    }
  }

  #takeOfBlock(event: Extract<StreamEvent, { block: number }>): StreamEvent | undefined {
    if (event.type === "block_start") {
      const found = this.#readOwn(event.content);
      if (found !== undefined) this.#own.set(event.block, { ...found });
      else if (event.content.type === "tool_use") this.#hasOtherCalls = true;
    }
    const own = this.#own.get(event.block);
    if (own !== undefined) {
      if (event.type === "input_delta") own.input += event.text;
      if (event.type === "block_stop") this.#completeOwn(own, event.block);
      return undefined;
    }
    let place = this.#places.get(event.block);
    if (place === undefined) {
      place = this.#nextPlace++;
      this.#places.set(event.block, place);
    }
    return place === event.block ? event : { ...event, block: place };
  }

  // A vendor may send the arguments parsed, or whole with the end of the block.
  #completeOwn(own: OwnCall, block: number): void {
    const whole = this.#turn.candidates[0]?.content[block];
    if (own.input !== "" || whole?.type !== "tool_use") return;
    own.input = whole.inputText ?? JSON.stringify(whole.input ?? {});
  }

  #close(): StreamEvent[] {
    this.#state = "closed";
    const { usage } = this;
    return [
      ...(this.#stop === undefined ? [] : [this.#lastStop(this.#stop)]),
      ...(usage === undefined ? [] : [{ type: "usage", usage } as const]),
      ...(this.#end === undefined ? [] : [this.#end]),
    ];
  }

  // A turn whose only calls were ours ends as an answer does.
  #lastStop(event: NonNullable<Held>): StreamEvent {
    if (event.stop.reason !== "tool_use" || this.#hasOtherCalls) return event;
    return { ...event, stop: { reason: "end_turn" } };
  }
}
