import type { Block, OutputFormat, Stop, StreamEvent } from "../../../contract/index.ts";
import type { StreamRewriter } from "../reply-rewriter.ts";
import { isAnswer, readJsonAnswer, structuredFailure } from "./json-answer.ts";

type BlockEvent = Extract<StreamEvent, { block: number }>;

/**
 * Buffers a candidate from its first text until it is complete, then sends its JSON or its word as one piece, so that nothing
 * unchecked is sent. Thinking before the text is not buffered.
 * A candidate that fails the check ends the stream with an error.
 */
export function openJsonRewriter(output: OutputFormat | undefined): StreamRewriter {
  const held = new Map<number, BlockEvent[]>();
  const begun = new Map<number, Block[]>();
  let failed = false;

  const complete = (candidate: number, stop: Stop | undefined): readonly StreamEvent[] => {
    const events = held.get(candidate) ?? [];
    held.delete(candidate);
    if (!isAnswer(begun.get(candidate) ?? [], stop)) return events;
    const texts = events.flatMap((event) =>
      event.type === "block_start" ? [textOf(event)] : deltaOf(event),
    );
    const outcome = readJsonAnswer(texts.join(""), output);
    if (outcome.ok) return replaceText(events, outcome.source);
    failed = true;
    const { code, message } = structuredFailure(outcome.errors, output);
    return [{ type: "error", code, message }];
  };
  const completeAll = (): readonly StreamEvent[] =>
    [...held.keys()].flatMap((candidate) => (failed ? [] : complete(candidate, undefined)));

  return {
    warnings: [],
    push(event) {
      if (failed) return [];
      switch (event.type) {
        case "candidate_stop": {
          const events = complete(event.candidate, event.stop);
          return failed ? events : [...events, event];
        }
        case "reply_stop": {
          const events = completeAll();
          return failed ? events : [...events, event];
        }
        case "block_start":
        case "text_delta":
        case "thinking_delta":
        case "input_delta":
        case "audio_delta":
        case "signature":
        case "citation":
        case "block_stop": {
          const begins = event.type === "block_start" && event.content.type === "text";
          if (event.type === "block_start") {
            begun.set(event.candidate, [...(begun.get(event.candidate) ?? []), event.content]);
          }
          const events = held.get(event.candidate) ?? (begins ? [] : undefined);
          if (events === undefined) return [event];
          events.push(event);
          held.set(event.candidate, events);
          return [];
        }
        default:
          return [event];
      }
    },
    end: () => [],
  };
}

function textOf(event: Extract<StreamEvent, { type: "block_start" }>): string {
  return event.content.type === "text" ? event.content.text : "";
}

function deltaOf(event: BlockEvent): readonly string[] {
  return event.type === "text_delta" ? [event.text] : [];
}

/** Puts all text into the first text block and renumbers the blocks after it. */
function replaceText(events: readonly BlockEvent[], text: string): readonly StreamEvent[] {
  const places = events.flatMap((event) =>
    event.type === "block_start" && event.content.type === "text" ? [event.block] : [],
  );
  const [first, ...others] = places;
  return events.flatMap((event): readonly StreamEvent[] => {
    if (others.includes(event.block)) return [];
    const block = event.block - others.filter((place) => place < event.block).length;
    if (event.block !== first) return [{ ...event, block }];
    if (event.type === "text_delta") return [];
    if (event.type === "block_stop") {
      const { content: _whole, ...bare } = event;
      return [{ ...bare, block }];
    }
    if (event.type !== "block_start" || event.content.type !== "text") return [{ ...event, block }];
    const { candidate } = event;
    return [
      { ...event, block, content: { ...event.content, text: "" } },
      { type: "text_delta", candidate, block, text },
    ];
  });
}
