import type { Block, BodyDigest, Conversation, SearchRecord, SearchUnit } from "../../contract/index.ts";
import type { EchoedSearch } from "../../dialects/index.ts";
import type { RoundLoop, RoundRecord, RoundRequest } from "../rounds/round-loop.ts";
import type { OwnCall, ReplyRounds } from "./reply-rounds.ts";
import type { SearchOutcome, SearchRunner } from "./search-runner.ts";

/** What a loop is made of. */
export interface SearchLoopParts {
  /** The name of our function. */
  readonly tool: string;
  readonly rounds: ReplyRounds;
  readonly runner: SearchRunner;
  /** Set if the vendor searches, and gets its own arguments back. */
  readonly echo?: EchoedSearch | undefined;
  /** The conversation of the first round. */
  readonly conversation: Conversation;
  readonly firstRequest: BodyDigest;
  /** Writes the request of a further round. */
  readonly write: (conversation: Conversation) => RoundRequest | Promise<RoundRequest>;
  /** Makes the ids of the searches that the caller sees. */
  readonly searchId: (count: number) => string;
}

/** The most rounds in which the model may misuse the function. */
const MAX_EMPTY_ROUNDS = 2;

/**
 * The rounds of one call: the model asks, the gateway searches, and the model goes on with the results. It ends when the
 * model answers, calls the caller's tools, repeats itself, or has no searches left; then it is asked once more without the
 * function, so that no call of ours stays open.
 */
export class SearchLoop implements RoundLoop {
  readonly rounds: ReplyRounds;
  readonly searches: SearchRecord[] = [];
  readonly calls: RoundRecord[];
  readonly #parts: SearchLoopParts;
  readonly #ending = new AbortController();
  #conversation: Conversation;
  #shown = 0;
  #used = 0;
  #emptyRounds = 0;
  #isLast = false;

  constructor(parts: SearchLoopParts) {
    this.#parts = parts;
    this.rounds = parts.rounds;
    this.#conversation = parts.conversation;
    this.calls = [{ request: parts.firstRequest }];
  }

  /** What the searches so far cost, in USD. */
  get cost(): number {
    return this.searches.reduce((sum, { cost_usd }) => sum + cost_usd, 0);
  }

  /** Notes the response of a round. */
  endRound(response: BodyDigest): void {
    this.calls.at(-1)!.response = response;
  }

  /** Notes what a round used, once its response was read. */
  noteUsage(): void {
    this.calls.at(-1)!.usage = this.rounds.roundUsage;
  }

  /**
   * Runs the searches of the pending round. Resolves to the next request; undefined if the turn goes to the caller, or
   * the loop was stopped. Rejects if the next request cannot be written.
   */
  async next(): Promise<RoundRequest | undefined> {
    const { rounds, runner, searchId } = this.#parts;
    const { signal } = this.#ending;
    const calls = rounds.ownCalls;
    const outcomes: SearchOutcome[] = [];
    for (const { input } of calls) {
      const outcome = await runner.run(input, signal);
      // It is paid for, even if the loop was stopped meanwhile.
      if (outcome.record !== undefined) this.searches.push(outcome.record);
      if (signal.aborted) return undefined;
      outcomes.push(outcome);
    }
    const units = outcomes.flatMap(({ unit }): SearchUnit[] =>
      unit === undefined ? [] : [{ id: searchId(this.#shown++), ...unit }],
    );
    const turn = rounds.turn;
    rounds.addSearches(units, this.#parts.echo !== undefined);
    if (rounds.isCallers) return undefined;
    const asked = outcomes.filter(({ wasMade }) => wasMade).length;
    this.#used += asked;
    if (asked === 0) this.#emptyRounds += 1;
    this.#isLast =
      this.#used >= runner.limit ||
      this.#emptyRounds >= MAX_EMPTY_ROUNDS ||
      outcomes.some(({ endsLoop }) => endsLoop === true);
    this.#conversation = this.#continued(turn, calls, outcomes);
    return this.#parts.write(this.#isLast ? this.#withdrawn() : this.#conversation);
  }

  /** Begins the round of a request. */
  startRound({ digest }: RoundRequest): void {
    this.rounds.startRound(this.#isLast);
    this.calls.push({ request: digest });
  }

  /** Stops the search under way. May be called more than once. */
  stop(): void {
    this.#ending.abort();
  }

  #continued(
    turn: readonly Block[],
    calls: readonly OwnCall[],
    outcomes: readonly SearchOutcome[],
  ): Conversation {
    const { toolChoice } = this.#conversation;
    // What was to be called was called; forced again, the model could never answer.
    const isForced =
      toolChoice?.mode === "required" ||
      (toolChoice?.mode === "tool" && toolChoice.name === this.#parts.tool);
    const { echo } = this.#parts;
    const results = calls.map((call, index) => this.#result(call, outcomes[index]!));
    const own = new Map(calls.map((call) => [call.id, call]));
    const content = echo === undefined ? [...turn] : turn.map((block) => restored(block, own, echo));
    return {
      ...this.#conversation,
      ...(isForced ? { toolChoice: { mode: "auto" as const } } : {}),
      messages: [
        ...this.#conversation.messages,
        { role: "assistant", content },
        { role: "tool", content: results },
      ],
    };
  }

  #result(call: OwnCall, { text, isError }: SearchOutcome): Block {
    const { echo, tool } = this.#parts;
    if (echo !== undefined) return echo.writeResult(call);
    return {
      type: "tool_result",
      id: call.id,
      name: tool,
      kind: "function",
      content: [{ type: "text", text }],
      ...(isError ? { isError } : {}),
    };
  }

  // Some vendors refuse calls in the history of a request without tools, so the only tool stays and is forbidden.
  #withdrawn(): Conversation {
    const conversation = this.#conversation;
    const tools = conversation.tools.filter(({ name }) => name !== this.#parts.tool);
    if (tools.some(({ kind }) => kind !== "server")) return { ...conversation, tools };
    return { ...conversation, toolChoice: { mode: "none" } };
  }
}

// The vendor knows its call again by the form that it has.
function restored(block: Block, own: ReadonlyMap<string, OwnCall>, echo: EchoedSearch): Block {
  const call = echo.readCall(block);
  const found = call === undefined ? undefined : own.get(call.id);
  return found === undefined ? block : echo.writeCall(found);
}
