import type { EmulationRecord, WorkOrder } from "../../contract/index.ts";
import type { RunEnd } from "../ending/run-end.ts";
import { type BrokenAnswer, checkAnswer } from "./answer-check.ts";
import { canBeCorrectedByAnother, repairOrder } from "./repair-order.ts";

/** What the repair of an answer takes from its run. */
export interface RepairTurns {
  readonly runId: string;
  /** The most turns that ask for the answer again. */
  readonly rounds: number;
  /** Whether the backend can continue a conversation. */
  readonly canResume: boolean;
  /** Whether the run may begin another turn. */
  readonly hasTurnLeft: () => boolean;
  /** The last message of the latest turn. */
  readonly lastMessage: () => string;
  /** Called before a turn that asks for the answer again. */
  readonly onRepair: (round: RepairRound) => void;
  /** Gives the backend another order. Its end has the report of all turns. Undefined if it cannot take one. */
  readonly takeTurn: (order: WorkOrder) => Promise<RunEnd | undefined>;
}

/** One turn that asks for the answer again. */
export interface RepairRound extends Pick<BrokenAnswer, "errors"> {
  readonly round: number;
  readonly of: number;
  readonly inSession: boolean;
}

/** The end of a run, and the label of the repair if there was one. */
export interface RepairedEnd {
  readonly end: RunEnd;
  readonly repair: EmulationRecord | undefined;
}

/**
 * Checks the answer of a run, and asks for it again while it breaks the schema and a round is left: in the same conversation if the
 * backend can continue it, else in a new one, which is shown the answer. An answer that still breaks the schema fails the run.
 */
export async function repairAnswer(
  first: RunEnd,
  order: WorkOrder,
  turns: RepairTurns,
): Promise<RepairedEnd> {
  let end = first;
  let repair: EmulationRecord | undefined;
  for (let round = 1; ; round += 1) {
    const { end: checked, broken } = checkAnswer(end, order, turns.lastMessage());
    if (broken === undefined || round > turns.rounds || !turns.hasTurnLeft()) return { end: checked, repair };
    const { session } = end.report;
    const conversation =
      turns.canResume && session !== undefined ? { run_id: turns.runId, session } : undefined;
    if (conversation === undefined && !canBeCorrectedByAnother(broken)) return { end: checked, repair };
    const inSession = conversation !== undefined;
    turns.onRepair({ round, of: turns.rounds, inSession, errors: broken.errors });
    repair = repairRecord(round, inSession);
    const next = await turns.takeTurn(repairOrder(order, broken, conversation));
    if (next === undefined) return { end: checked, repair };
    if (next.error !== undefined) return { end: next, repair };
    if (next.report.outcome !== "complete") return { end: { ...checked, report: next.report }, repair };
    end = next;
  }
}

function repairRecord(rounds: number, inSession: boolean): EmulationRecord {
  const count = rounds === 1 ? "1 round" : `${rounds} rounds`;
  const place = inSession ? "in the same session" : "in a new session";
  return {
    capability: "structured_output_json_schema",
    emulator: "order.repair",
    fidelity: "minor",
    strategy: {
      type: "post_processing",
      detail: `Ask for the answer once more, with its faults: ${count} ${place}`,
    },
  };
}
