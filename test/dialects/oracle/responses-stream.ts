import { type Frame, type Json, list, number, object, text } from "./neutral.ts";

interface Item {
  item: Json;
  isDone: boolean;
}

/**
 * The reply that a stream of response events amounts to.
 * Items are taken from their own `done` events: some backends leave the last event's output empty,
 * and the sealed reasoning of `added` is not the one to keep.
 */
export function collapseResponses(frames: readonly Frame[]): Json {
  let reply: Json = {};
  let isTerminal = false;
  let error: unknown;
  const items = new Map<number, Item>();
  for (const { data } of frames) {
    if (data.trim() === "[DONE]") continue;
    const event = object(JSON.parse(data));
    const type = text(event["type"]) ?? "";
    const response = object(event["response"]);
    switch (type) {
      case "response.created":
      case "response.in_progress":
      case "response.queued":
        if (!isTerminal) reply = { ...reply, ...response, id: reply["id"] ?? response["id"] };
        break;
      case "response.completed":
      case "response.incomplete":
      case "response.failed":
        // The first id is the one that the caller has seen; Copilot sends another one at the end.
        reply = { ...response, id: reply["id"] ?? response["id"] };
        isTerminal = true;
        break;
      case "response.output_item.added":
        items.set(indexOf(event), { item: structuredClone(object(event["item"])), isDone: false });
        break;
      case "response.output_item.done":
        items.set(indexOf(event), { item: object(event["item"]), isDone: true });
        break;
      case "error":
        error = event["error"] ?? { message: event["message"], code: event["code"] };
        break;
      default: {
        const open = items.get(indexOf(event));
        if (open !== undefined && !open.isDone) addToItem(open.item, type, event);
      }
    }
  }
  const output = [...items.entries()].sort(([a], [b]) => a - b).map(([, { item }]) => item);
  if (output.length > 0) reply["output"] = output;
  if (error !== undefined && !reply["error"]) reply["error"] = error;
  return reply;
}

function indexOf(event: Json): number {
  return number(event["output_index"]) ?? 0;
}

// Only for items that never came to their end: what was said of them until then.
function addToItem(item: Json, type: string, event: Json): void {
  const join = (holder: Json, name: string) => {
    holder[name] = `${text(holder[name]) ?? ""}${text(event["delta"]) ?? ""}`;
  };
  switch (type) {
    case "response.content_part.added":
      item["content"] = [...list(item["content"]), structuredClone(object(event["part"]))];
      break;
    case "response.output_text.delta":
      join(partAt(item, "content", event["content_index"], { type: "output_text", text: "" }), "text");
      break;
    case "response.refusal.delta":
      join(partAt(item, "content", event["content_index"], { type: "refusal", refusal: "" }), "refusal");
      break;
    case "response.reasoning_text.delta":
      join(partAt(item, "content", event["content_index"], { type: "reasoning_text", text: "" }), "text");
      break;
    case "response.reasoning_summary_text.delta":
      join(partAt(item, "summary", event["summary_index"], { type: "summary_text", text: "" }), "text");
      break;
    case "response.function_call_arguments.delta":
      join(item, "arguments");
      break;
    case "response.custom_tool_call_input.delta":
      join(item, "input");
      break;
    default:
      break;
  }
}

function partAt(item: Json, name: string, index: unknown, empty: Json): Json {
  const parts = list(item[name]) as Json[];
  item[name] = parts;
  const at = number(index) ?? 0;
  parts[at] ??= empty;
  return parts[at];
}

/** Where a stream contradicts itself: deltas, the item's end and the last event must say the same. */
export function contradictionsOf(frames: readonly Frame[]): string[] {
  const faults: string[] = [];
  const summed = new Map<string, string>();
  const finished: Json[] = [];
  for (const { data } of frames) {
    if (data.trim() === "[DONE]") continue;
    const event = object(JSON.parse(data));
    const type = text(event["type"]) ?? "";
    const place = [event["output_index"], event["content_index"] ?? event["summary_index"] ?? ""].join("/");
    const family = type.replace(/\.(delta|done)$/, "");
    const key = `${family} ${place}`;
    if (type.endsWith(".delta") && typeof event["delta"] === "string")
      summed.set(key, `${summed.get(key) ?? ""}${event["delta"]}`);
    const whole = event["text"] ?? event["arguments"] ?? event["input"] ?? event["refusal"];
    if (type.endsWith(".done") && typeof whole === "string" && whole !== (summed.get(key) ?? ""))
      faults.push(
        `${key}: the end says ${JSON.stringify(whole)}, the deltas ${JSON.stringify(summed.get(key))}`,
      );
    if (type === "response.output_item.done") finished[indexOf(event)] = object(event["item"]);
    if (type === "response.completed" || type === "response.incomplete") {
      const output = list(object(event["response"])["output"]);
      if (JSON.stringify(output) !== JSON.stringify(finished.filter(Boolean)))
        faults.push(`${type}: its output is not the items that were finished`);
    }
  }
  return faults;
}
