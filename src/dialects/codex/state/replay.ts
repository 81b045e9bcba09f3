import { textOfJson } from "../../../lib/index.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { NO_USAGE } from "../reply/response-frame.ts";
import { outputItems } from "./items.ts";

/**
 * The events of a stream that would have carried a response, in order: what was sent so far of a response that is not finished,
 * and all of one that is. Equal responses give equal events, so a reader may go on after any of them.
 */
export function replayEvents(response: Members): Members[] {
  const events: Members[] = [];
  const add = (event: Members) => {
    const { type, ...rest } = event;
    events.push({ type, sequence_number: events.length, ...rest });
  };
  const waiting = { ...response, status: "in_progress", output: [], usage: NO_USAGE, ...UNFINISHED };
  add({ type: "response.created", response: waiting });
  add({ type: "response.in_progress", response: waiting });
  const end = ENDS[textOfJson(response["status"])];
  if (end === undefined) return events;
  for (const [index, item] of outputItems(response).entries())
    if (isMembers(item)) replayItem(item, index, add);
  add({ type: end, response });
  return events;
}

/** What a response that has not ended says of its end. */
const UNFINISHED = { error: null, incomplete_details: null, completed_at: null };

// The API has no event for a cancelled response.
const ENDS: Readonly<Record<string, string>> = {
  completed: "response.completed",
  incomplete: "response.incomplete",
  failed: "response.failed",
  cancelled: "response.failed",
};

function replayItem(item: Members, index: number, add: (event: Members) => void): void {
  const at = { output_index: index };
  const place = { item_id: item["id"], ...at };
  if (item["type"] === "message" && Array.isArray(item["content"])) {
    add({
      type: "response.output_item.added",
      ...at,
      item: { ...item, status: "in_progress", content: [] },
    });
    for (const [part, value] of item["content"].entries())
      if (isMembers(value)) replayPart(value, { ...place, content_index: part }, add);
  } else if (item["type"] === "function_call" && typeof item["arguments"] === "string") {
    add({
      type: "response.output_item.added",
      ...at,
      item: { ...item, status: "in_progress", arguments: "" },
    });
    add({ type: "response.function_call_arguments.delta", ...place, delta: item["arguments"] });
    const { name, arguments: text } = item;
    add({ type: "response.function_call_arguments.done", ...place, name, arguments: text });
  } else add({ type: "response.output_item.added", ...at, item });
  add({ type: "response.output_item.done", ...at, item });
}

function replayPart(part: Members, place: Members, add: (event: Members) => void): void {
  const { type } = part;
  if (type === "output_text" && typeof part["text"] === "string") {
    const { text, logprobs = [] } = part;
    add({ type: "response.content_part.added", ...place, part: { ...part, text: "", annotations: [] } });
    add({ type: "response.output_text.delta", ...place, delta: text, logprobs });
    add({ type: "response.output_text.done", ...place, text, logprobs });
  } else if (type === "refusal" && typeof part["refusal"] === "string") {
    const { refusal } = part;
    add({ type: "response.content_part.added", ...place, part: { ...part, refusal: "" } });
    add({ type: "response.refusal.delta", ...place, delta: refusal });
    add({ type: "response.refusal.done", ...place, refusal });
  } else add({ type: "response.content_part.added", ...place, part });
  add({ type: "response.content_part.done", ...place, part });
}
