import type { RunPlace, RunSettings } from "../../../runner/index.ts";
import { TerminalApprover } from "../../approval/terminal-approver.ts";
import type { ComparedRun } from "../../display/compare/compared-run.ts";
import type { ComparisonView } from "../../display/compare/comparison-view.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { runOnBackend } from "../run/order-run.ts";
import type { ReadyCandidate } from "./candidates.ts";
import { describeRun } from "./run-record.ts";

/** What the runs of a comparison share. */
export interface SharedParts {
  readonly place: RunPlace;
  readonly settings: RunSettings;
  readonly newId: () => string;
  readonly view: ComparisonView;
}

/** Gives the function that runs one candidate. All of them share one approver, which asks one question at a time. */
export function candidateRunner(
  terminal: Terminal,
  { place, settings, newId, view }: SharedParts,
): (candidate: ReadyCandidate) => Promise<ComparedRun> {
  const approver = new TerminalApprover(terminal, view, settings);
  return async ({ name, backend, order, engine }) => {
    const own = view.viewOf(name);
    try {
      const result = await runOnBackend(terminal, place, {
        backend,
        order,
        settings,
        engine,
        newId,
        approver: {
          // The person who is asked must see which of the agents asks.
          approve: (question, signal) =>
            approver.approve({ ...question, subject: `${question.subject} (${name})` }, signal),
        },
        view: own,
        files: { addEvent: () => undefined },
      });
      return await describeRun(name, result, await place.ledger());
    } finally {
      own.close();
    }
  };
}
