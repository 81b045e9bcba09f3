import type { Reply, StreamEvent, TokenUsage } from "../../contract/index.ts";
import { applyEvent, type EventRewriter, mergeUsage } from "../../dialects/index.ts";
import { addUsage } from "../rounds/added-usage.ts";
import type { Rounds } from "../rounds/round-loop.ts";

/**
 * Makes one reply of an answer that is not what was asked for and of the corrected one. Nothing of the first is sent but
 * its thinking; the usage of both is added up.
 */
export class RepairRounds implements Rounds {
  readonly #openInner: () => EventRewriter;
  #inner: EventRewriter;
  #turn: Reply = { candidates: [] };
  #state: "open" | "pending" | "closed" = "open";
  #repairsLeft: number;
  #isFirst = true;
  /** How many blocks earlier rounds sent, and this one. */
  #sentBefore = 0;
  #sent = 0;
  #pastUsage: TokenUsage | undefined;
  #roundUsage: TokenUsage | undefined;

  /** `openInner` opens what checks the reply of each round. */
  constructor(openInner: () => EventRewriter, repairs = 1) {
    this.#openInner = openInner;
    this.#inner = openInner();
    this.#repairsLeft = repairs;
  }

  get isPending(): boolean {
    return this.#state === "pending";
  }

  get isHolding(): boolean {
    return this.isPending;
  }

  get usage(): TokenUsage | undefined {
    return addUsage(this.#pastUsage, this.#roundUsage);
  }

  /** Of the last round alone: nothing that an earlier one said is sent. */
  get warnings(): readonly string[] {
    return this.#inner.warnings ?? [];
  }

  /** What the round that ended used. */
  get roundUsage(): TokenUsage | undefined {
    return this.#roundUsage;
  }

  /** What the engine said in the round that ended. */
  get turn(): Reply {
    return this.#turn;
  }

  push(event: StreamEvent): readonly StreamEvent[] {
    if (event.type !== "error") applyEvent(this.#turn, event);
    if (event.type === "usage" || event.type === "reply_start") this.#count(event.usage);
    return this.#state === "open" ? this.#takeAll(this.#inner.push(event)) : [];
  }

  end(): readonly StreamEvent[] {
    return this.#state === "open" ? this.#takeAll(this.#inner.end()) : [];
  }

  flush(): readonly StreamEvent[] {
    return [];
  }

  /** Begins the round of the corrected answer. */
  startRound(): void {
    this.#state = "open";
    this.#isFirst = false;
    this.#turn = { candidates: [] };
    this.#pastUsage = this.usage;
    this.#roundUsage = undefined;
    this.#sentBefore += this.#sent;
    this.#sent = 0;
    this.#inner = this.#openInner();
  }

  #count(usage: TokenUsage | undefined): void {
    if (usage !== undefined) this.#roundUsage = mergeUsage(this.#roundUsage, usage);
  }

  #takeAll(events: readonly StreamEvent[]): StreamEvent[] {
    return events.flatMap((event) => this.#take(event));
  }

  #take(event: StreamEvent): readonly StreamEvent[] {
    if (this.#state !== "open") return [];
    switch (event.type) {
      case "reply_start":
        return this.#isFirst ? [event] : [];
      case "usage":
        return [];
      case "reply_stop": {
        const { usage } = this;
        this.#state = "closed";
        return usage === undefined ? [event] : [{ type: "usage", usage }, event];
      }
      case "error":
        return this.#fail(event);
      default:
        if (!("block" in event)) return [event];
        this.#sent = Math.max(this.#sent, event.block + 1);
        return [this.#sentBefore === 0 ? event : { ...event, block: event.block + this.#sentBefore }];
    }
  }

  // An answer with several candidates is not repaired: the others may be what was asked for.
  #fail(event: Extract<StreamEvent, { type: "error" }>): readonly StreamEvent[] {
    const isRepairable =
      event.code === "capability_emulation_failed" &&
      this.#repairsLeft > 0 &&
      this.#turn.candidates.length === 1;
    this.#state = isRepairable ? "pending" : "closed";
    if (!isRepairable) return [event];
    this.#repairsLeft -= 1;
    return [];
  }
}
