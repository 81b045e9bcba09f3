import type { PlannedSearch } from "../search/index.ts";
import type { Answer, Ending } from "./delivery.ts";
import { streamedAnswer } from "./stream.ts";
import { wholeAnswer } from "./whole-answer.ts";

/** How the answer is asked for. */
export interface SearchForm {
  readonly isStream: boolean;
  /** Whether the stream is one JSON array, as Gemini sends it without `alt=sse`. */
  readonly isArray: boolean;
  readonly delayMs: number;
}

/** Makes the answer of a search in its vendor's form. */
export function searchAnswer({ writer, answer }: PlannedSearch, form: SearchForm): Answer {
  const { isStream, isArray, delayMs } = form;
  if (!isStream) return wholeAnswer(200, writer.whole(answer), { delayMs });
  const frames = isArray ? arrayFrames(writer.items?.(answer) ?? []) : writer.stream(answer);
  return streamedAnswer(play(frames), isArray, delayMs);
}

function arrayFrames(items: readonly unknown[]): string[] {
  return items.map((item, index) => {
    const before = index === 0 ? "[" : ",\r\n";
    return before + JSON.stringify(item) + (index === items.length - 1 ? "\r\n]" : "");
  });
}

function* play(frames: readonly string[]): Generator<string, Ending> {
  yield* frames;
  return "end";
}
