import { AbpError, type Block, type Reply, type StreamEvent } from "../../contract/index.ts";
import { calledTool, type EventRewriter } from "../../dialects/index.ts";
import type { CallJudge, CallVerdict } from "./call-judge.ts";

/**
 * Stands between a translated answer and the caller. A tool call passes once the policy allows it or somebody approves
 * it; what follows it waits meanwhile. After a denial nothing passes, so no argument of the call reaches the caller.
 */
export class AnswerGuard implements EventRewriter {
  readonly #judge: Pick<CallJudge, "judgeAnswer">;
  readonly #inner: EventRewriter | undefined;
  /** The events after a call that waits for its approval, that call first. */
  #held: StreamEvent[] | undefined;
  /** The blocks of the reply that are still to be judged. */
  #blocks: Block[] = [];
  /** The names that were judged, by the block that began with them. */
  readonly #judged = new Map<string, string>();
  /** Why the answer ends; undefined if it goes on. */
  error: AbpError | undefined;
  /** Called when an approval was answered. */
  onDecided: (() => void) | undefined;
  #isWaiting = false;

  constructor(judge: Pick<CallJudge, "judgeAnswer">, inner: EventRewriter | undefined) {
    this.#judge = judge;
    this.#inner = inner;
  }

  /** Whether an approval is open. */
  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  /** Whether the stream may not be closed yet: something is held back or still to come, or the answer ends with `error`. */
  get isHolding(): boolean {
    if (this.#isWaiting || this.#held !== undefined || this.error !== undefined) return true;
    return this.#inner?.isHolding === true;
  }

  push(event: StreamEvent): readonly StreamEvent[] {
    return this.#passAll(this.#inner === undefined ? [event] : this.#inner.push(event));
  }

  end(): readonly StreamEvent[] {
    return this.#passAll(this.#inner?.end() ?? []);
  }

  /** The events that waited for an approval which was given. */
  flush(): readonly StreamEvent[] {
    if (this.#isWaiting) return [];
    const [first, ...rest] = this.#held ?? [];
    this.#held = undefined;
    const passed = this.error === undefined && first !== undefined ? [first] : [];
    return [...passed, ...this.#passAll([...rest, ...(this.#inner?.flush?.() ?? [])])];
  }

  /** Judges the calls of a whole reply, and returns the reply. */
  inspect(reply: Reply): Reply {
    this.#blocks = reply.candidates.flatMap(({ content }) => content);
    this.#judgeBlocks();
    return reply;
  }

  #judgeBlocks(): void {
    for (let block = this.#blocks.shift(); block !== undefined; block = this.#blocks.shift()) {
      if (this.error !== undefined || this.#isWaiting) return;
      if (!this.#passes(block, () => this.#judgeBlocks())) return;
    }
  }

  #passAll(events: readonly StreamEvent[]): StreamEvent[] {
    const passed: StreamEvent[] = [];
    for (const event of events) {
      if (this.error !== undefined) break;
      if (this.#held !== undefined) this.#held.push(event);
      else if (this.#passesEvent(event)) passed.push(event);
      else if (this.#isWaiting) this.#held = [event];
    }
    return passed;
  }

  #passesEvent(event: StreamEvent): boolean {
    if (event.type !== "block_start" && event.type !== "block_stop") return true;
    const { content } = event;
    if (content === undefined) return true;
    // The end of a block repeats the call; it is judged again only under another name.
    const key = `${event.candidate}:${event.block}`;
    const name = JSON.stringify(calledTool(content));
    if (name === undefined || this.#judged.get(key) === name) return true;
    this.#judged.set(key, name);
    return this.#passes(content, () => undefined);
  }

  /** Whether a block may pass now; `next` is called before `onDecided` if its approval is given later. */
  #passes(block: Block, next: () => void): boolean {
    const tool = calledTool(block);
    const verdict: CallVerdict = tool === undefined ? "allow" : this.#judge.judgeAnswer(tool);
    if (verdict === "allow") return true;
    if (AbpError.is(verdict)) {
      this.error = verdict;
      return false;
    }
    this.#isWaiting = true;
    void verdict.then((error) => {
      this.#isWaiting = false;
      this.error = error;
      next();
      if (!this.#isWaiting) this.onDecided?.();
    });
    return false;
  }
}
