import { defaultSidecarSettings } from "../../../sidecar/index.ts";
import type { RunView } from "../../display/run/run-view.ts";
import type { Host } from "../../terminal/host.ts";

/** The part of a run that a signal ends. */
export interface StoppableRun {
  cancel(reason: string): void;
  kill(): void;
}

/**
 * Cancels a run at the first signal that asks the process to end, or when standard output ended, and kills it at the second signal. Returns a
 * function that stops listening.
 */
export function stopOnSignals(
  { signal, onRepeatedSignal }: Pick<Host, "signal" | "onRepeatedSignal">,
  run: StoppableRun,
  view: Pick<RunView, "note" | "step">,
): () => void {
  const cancel = () => {
    view.step("cancel");
    const grace = `the agent has ${defaultSidecarSettings.cancelGraceMs / 1000} s to end; a second signal kills it`;
    view.note("note", `${describe(signal.reason)}: cancelling, ${grace}`);
    run.cancel(String(signal.reason));
  };
  if (signal.aborted) cancel();
  else signal.addEventListener("abort", cancel, { once: true });
  const stop = onRepeatedSignal((name) => {
    view.step("kill");
    view.note("note", `${describe(name)} again: killing the agent`);
    run.kill();
  });
  return () => {
    signal.removeEventListener("abort", cancel);
    stop();
  };
}

function describe(reason: unknown): string {
  if (reason === "SIGINT") return "Ctrl-C";
  return reason === "SIGPIPE" || reason === "unwritable" ? "standard output is closed" : String(reason);
}
