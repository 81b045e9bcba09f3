import type { AgentEvent } from "../../../contract/index.ts";
import type { RunView } from "../../display/run/run-view.ts";
import type { OutputFiles } from "./output-files.ts";

/** Shows and writes the events of a run as they come. The run waits if a reader of them is slow. */
export async function followRun(
  events: AsyncIterable<AgentEvent>,
  view: Pick<RunView, "event">,
  files: Pick<OutputFiles, "addEvent">,
): Promise<void> {
  for await (const event of events) {
    const written = files.addEvent(event);
    const shown = view.event(event);
    // A promise for each event would cost more than the event.
    if (written !== undefined) await written;
    if (shown !== undefined) await shown;
  }
}
