import { AbpError, type WorkOrder } from "../../contract/index.ts";
import { endWith, type RunEnd } from "../ending/run-end.ts";
import { findQuestion } from "./asked-question.ts";

/** The most questions of one run. */
const MAX_QUESTIONS = 10;

/** What the questions of an agent take from its run. */
export interface QuestionTurns {
  readonly runId: string;
  /** The last message of the latest turn. */
  readonly lastMessage: () => string;
  /** Whether the run may begin another turn. */
  readonly hasTurnLeft: () => boolean;
  /** Puts a question to the user. Undefined if there is no answer. */
  readonly ask: (question: string) => Promise<string | undefined>;
  /** Gives the backend another order. Undefined if it cannot take one. */
  readonly takeTurn: (order: WorkOrder) => Promise<RunEnd | undefined>;
  readonly warn: (message: string) => void;
}

/**
 * Puts each question with which a turn ends to the user, and continues the conversation with the answer. A run whose last question
 * stays open is not complete.
 */
export async function answerQuestions(
  first: RunEnd,
  order: WorkOrder,
  turns: QuestionTurns,
): Promise<RunEnd> {
  let end = first;
  for (let count = 1; ; count += 1) {
    const { session, outcome } = end.report;
    const question =
      end.error === undefined && outcome === "complete" ? findQuestion(turns.lastMessage()) : undefined;
    if (question === undefined) return end;
    if (session === undefined || !turns.hasTurnLeft())
      return leftOpen(end, turns, "a question of the agent stays open: the run has no turn left");
    if (count > MAX_QUESTIONS)
      return leftOpen(end, turns, `the agent asked more than ${MAX_QUESTIONS} questions`);
    const answer = await turns.ask(question);
    const next = await turns.takeTurn(answerOrder(order, { run_id: turns.runId, session }, answer));
    if (next === undefined) {
      const message = "the agent asked the user a question, and its conversation could not be continued";
      return endWith(new AbpError("capability_emulation_failed", message), "failed", end.report);
    }
    end = next;
  }
}

function leftOpen(end: RunEnd, { warn }: QuestionTurns, message: string): RunEnd {
  warn(message);
  return { ...end, report: { ...end.report, outcome: "partial" } };
}

function answerOrder(
  order: WorkOrder,
  resume: { readonly run_id: string; readonly session: string },
  answer: string | undefined,
): WorkOrder {
  const task =
    answer === undefined
      ? "The user gave no answer. Decide yourself, and go on."
      : `The user answers:\n${answer}`;
  return { ...order, task, context: { files: [], snippets: [] }, resume };
}
