import { item, part, response } from "./response.ts";
import { byType, integer, isObject, type Json, list, nullable, object, type Shape, text } from "./shape.ts";

const numbered = { sequence_number: integer };
const withResponse = object({ ...numbered, response });
const withItem = object({ ...numbered, output_index: integer, item });
const ofItem = { ...numbered, item_id: text, output_index: integer };
const ofPart = { ...ofItem, content_index: integer };
const ofSummary = { ...ofItem, summary_index: integer };

/** An `error` event: OpenAI's members stand beside the type, those of Open Responses in `error`. */
const error = object({
  ...numbered,
  code: nullable(text),
  message: text,
  param: nullable(text),
  error: object({ type: text, code: nullable(text), message: text, param: nullable(text) }),
});

/** An event of a streamed response. */
export const event: Shape = byType({
  "response.created": withResponse,
  "response.queued": withResponse,
  "response.in_progress": withResponse,
  "response.completed": withResponse,
  "response.failed": withResponse,
  "response.incomplete": withResponse,
  "response.output_item.added": withItem,
  "response.output_item.done": withItem,
  "response.content_part.added": object({ ...ofPart, part }),
  "response.content_part.done": object({ ...ofPart, part }),
  "response.output_text.delta": object({ ...ofPart, delta: text, logprobs: list(object({})) }),
  "response.output_text.done": object({ ...ofPart, text, logprobs: list(object({})) }),
  "response.refusal.delta": object({ ...ofPart, delta: text }),
  "response.refusal.done": object({ ...ofPart, refusal: text }),
  "response.reasoning_text.delta": object({ ...ofPart, delta: text }),
  "response.reasoning_text.done": object({ ...ofPart, text }),
  "response.reasoning_summary_part.added": object({ ...ofSummary, part: object({ text }) }),
  "response.reasoning_summary_part.done": object({ ...ofSummary, part: object({ text }) }),
  "response.reasoning_summary_text.delta": object({ ...ofSummary, delta: text }),
  "response.reasoning_summary_text.done": object({ ...ofSummary, text }),
  "response.function_call_arguments.delta": object({ ...ofItem, delta: text }),
  "response.function_call_arguments.done": object({ ...ofItem, name: text, arguments: text }),
  error,
});

const TERMINAL: ReadonlySet<unknown> = new Set([
  "response.completed",
  "response.failed",
  "response.incomplete",
]);

/** The response of the event that ends a stream. */
export function finalResponse(events: readonly Json[]): unknown {
  return events.find(({ type }) => TERMINAL.has(type))?.["response"];
}

/** Checks each event, their order, and that the deltas add up to the final response. */
export function checkStream(events: readonly Json[]): string[] {
  const faults = events.flatMap((one, index) => event(one, `event ${index} (${String(one["type"])})`));
  if (events.length === 0) return ["there are no events"];
  if (events[0]?.["type"] !== "response.created") faults.push("the first event is not response.created");
  if (!TERMINAL.has(events.at(-1)?.["type"])) faults.push("the last event does not end the response");
  for (const [index, one] of events.entries())
    if (one["sequence_number"] !== index)
      faults.push(`event ${index} has the number ${String(one["sequence_number"])}`);
  return [...faults, ...checkDeltas(events)];
}

function checkDeltas(events: readonly Json[]): string[] {
  const final = finalResponse(events);
  const output = isObject(final) && Array.isArray(final["output"]) ? (final["output"] as unknown[]) : [];
  return output.flatMap((one, index) => {
    if (!isObject(one)) return [];
    const said = events
      .filter(
        (other) =>
          other["output_index"] === index && /(output_text|arguments)\.delta$/.test(String(other["type"])),
      )
      .map(({ delta }) => delta)
      .join("");
    const whole = one["type"] === "function_call" ? one["arguments"] : textOf(one);
    return whole === undefined || said === whole
      ? []
      : [`the deltas of item ${index} add up to ${JSON.stringify(said)}`];
  });
}

/** What a message says. */
export function textOf(message: Json): string | undefined {
  if (message["type"] !== "message" || !Array.isArray(message["content"])) return undefined;
  return (message["content"] as unknown[])
    .map((one) => (isObject(one) && typeof one["text"] === "string" ? one["text"] : ""))
    .join("");
}
