import type { RunView } from "../../display/run/run-view.ts";
import { safeLine } from "../../display/text/safe-text.ts";

/** The part of a run that takes messages for its agent. */
interface SteerableRun {
  steer(text: string): boolean;
}

/** Gives the agent each line that `lines` brings. Returns a function that stops it. */
export function steerByLines(
  lines: ((listener: (line: string) => void) => () => void) | undefined,
  run: SteerableRun,
  view: Pick<RunView, "note">,
): () => void {
  if (lines === undefined) return () => undefined;
  return lines((line) => {
    const text = line.trim();
    if (text === "") return;
    if (run.steer(text)) view.note("note", `the agent gets: ${safeLine(text)}`);
    else view.note("warning", "the agent takes no message now");
  });
}
