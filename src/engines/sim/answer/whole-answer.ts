import type { Members } from "../../../dialects/index.ts";
import type { HeaderList } from "../../../lib/index.ts";
import type { Fault } from "../prompt/directive.ts";
import type { Answer, Ending } from "./delivery.ts";
import { endingOf } from "./stream.ts";

export interface WholeOptions {
  readonly headers?: HeaderList;
  readonly faults?: readonly Fault[];
  readonly delayMs?: number;
}

/** Makes an answer of one JSON document. A fault ends it in the middle. */
export function wholeAnswer(status: number, body: Members, options: WholeOptions = {}): Answer {
  const { headers = [], faults = [], delayMs = 0 } = options;
  return {
    status,
    headers: ["content-type", "application/json", "x-abp-simulated", "true", ...headers],
    frames: wholeFrames(JSON.stringify(body), faults[0]),
    headDelayMs: delayMs,
    frameDelayMs: 0,
  };
}

function* wholeFrames(text: string, fault: Fault | undefined): Generator<string, Ending> {
  if (fault === undefined) {
    yield text;
    return "end";
  }
  yield text.slice(0, Math.floor(text.length / 2));
  return fault.kind === "garbage" ? "end" : endingOf(fault);
}
