import type { BodyDigest, Conversation, SearchRecord } from "../../contract/index.ts";
import { repairFor } from "../../negotiation/index.ts";
import type { RoundLoop, RoundRecord, RoundRequest } from "../rounds/round-loop.ts";
import type { RepairRounds } from "./repair-rounds.ts";

/** What a loop is made of. */
export interface RepairLoopParts {
  readonly rounds: RepairRounds;
  /** The conversation of the first round, with the output format that was asked for. */
  readonly conversation: Conversation;
  readonly firstRequest: BodyDigest;
  /** Writes the request of a further round. */
  readonly write: (conversation: Conversation) => RoundRequest | Promise<RoundRequest>;
}

/** Shows the model its answer and the faults in it, and asks once more. */
export class RepairLoop implements RoundLoop {
  readonly rounds: RepairRounds;
  readonly searches: readonly SearchRecord[] = [];
  readonly calls: RoundRecord[];
  readonly #parts: RepairLoopParts;
  #conversation: Conversation;

  constructor(parts: RepairLoopParts) {
    this.#parts = parts;
    this.rounds = parts.rounds;
    this.#conversation = parts.conversation;
    this.calls = [{ request: parts.firstRequest }];
  }

  endRound(response: BodyDigest): void {
    this.calls.at(-1)!.response = response;
  }

  noteUsage(): void {
    this.calls.at(-1)!.usage = this.rounds.roundUsage;
  }

  async next(): Promise<RoundRequest | undefined> {
    this.#conversation = repairFor(this.#conversation, this.rounds.turn);
    return this.#parts.write(this.#conversation);
  }

  startRound({ digest }: RoundRequest): void {
    this.rounds.startRound();
    this.calls.push({ request: digest });
  }

  stop(): void {
    // Nothing is under way between two rounds.
  }
}
