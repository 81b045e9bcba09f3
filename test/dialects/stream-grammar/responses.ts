import { isMembers, type Members } from "../../../src/dialects/members/members.ts";
import { textOfJson } from "../../../src/lib/index.ts";
import type { GrammarFault, StreamGrammar } from "./stream-grammar.ts";

/** Checks the events of a streamed response. */
export function openResponsesGrammar(): StreamGrammar {
  return new ResponseGrammar();
}

interface ItemState {
  readonly type: string;
  readonly id: string | undefined;
  readonly parts: Set<string>;
  isDone: boolean;
}

const LIFECYCLE: ReadonlySet<string> = new Set([
  "response.created",
  "response.in_progress",
  "response.queued",
]);
const TERMINAL: ReadonlySet<string> = new Set([
  "response.completed",
  "response.incomplete",
  "response.failed",
]);
const BESIDE: ReadonlySet<string> = new Set(["ping", "keepalive", "error"]);
const STATUSES: ReadonlySet<unknown> = new Set([
  "completed",
  "failed",
  "in_progress",
  "cancelled",
  "queued",
  "incomplete",
]);

/** The text members that events of a type must have, and the type of item that they belong to. */
const MEMBERS: Readonly<Record<string, readonly [item: string, ...members: string[]]>> = {
  "response.output_text.delta": ["message", "delta"],
  "response.output_text.done": ["message", "text"],
  "response.refusal.delta": ["message", "delta"],
  "response.refusal.done": ["message", "refusal"],
  "response.function_call_arguments.delta": ["function_call", "delta"],
  "response.function_call_arguments.done": ["function_call", "arguments"],
  "response.custom_tool_call_input.delta": ["custom_tool_call", "delta"],
  "response.custom_tool_call_input.done": ["custom_tool_call", "input"],
  "response.reasoning_summary_text.delta": ["reasoning", "delta"],
  "response.reasoning_summary_text.done": ["reasoning", "text"],
  "response.reasoning_text.delta": ["reasoning", "delta"],
  "response.reasoning_text.done": ["reasoning", "text"],
};

class ResponseGrammar implements StreamGrammar {
  readonly #faults: GrammarFault[] = [];
  readonly #items = new Map<number, ItemState>();
  #index = -1;
  #events = 0;
  #sequence = -1;
  #last = -1;
  #id: unknown;
  #isOver = false;
  #rotates = false;

  push(data: string, event: string | undefined): void {
    this.#index++;
    if (data === "[DONE]") return;
    const value = parse(data);
    if (value === undefined) {
      this.#fault("is no JSON object");
      return;
    }
    const { type } = value;
    if (typeof type !== "string") {
      this.#fault("has no type");
      return;
    }
    if (event !== undefined && event !== type) this.#fault(`is named ${event} but is ${type}`);
    if (type === "ping") return;
    if (this.#isOver) {
      this.#fault(`${type} comes after the terminal event`);
      return;
    }
    this.#number(value["sequence_number"]);
    if (this.#events++ === 0 && type !== "response.created")
      this.#fault("the first event is not response.created");
    if (LIFECYCLE.has(type) || TERMINAL.has(type)) this.#lifecycle(value, type);
    else if (!BESIDE.has(type)) this.#item(value, type);
  }

  end(): readonly GrammarFault[] {
    this.#index++;
    if (!this.#isOver) this.#fault("the stream has no terminal event");
    return this.#faults;
  }

  #fault(message: string): void {
    this.#faults.push({ index: this.#index, message });
  }

  // Older servers do not number their events, and some leave gaps.
  #number(sequence: unknown): void {
    if (sequence === undefined) {
      if (this.#sequence !== -1) this.#fault("has no sequence_number though others do");
      return;
    }
    if (typeof sequence !== "number" || sequence <= this.#sequence)
      this.#fault(`sequence_number ${textOfJson(sequence)} does not follow ${this.#sequence}`);
    else this.#sequence = sequence;
  }

  #lifecycle(event: Members, type: string): void {
    const { response } = event;
    if (!isMembers(response)) {
      this.#fault(`${type} has no response`);
      return;
    }
    const { id, status, output, object, created_at: created } = response;
    if (typeof id !== "string" || id === "") this.#fault("the response has no id");
    if (this.#id !== undefined && this.#id !== id) this.#changeId(type);
    this.#id = id;
    if (object !== "response") this.#fault("the object is no response");
    if (typeof created !== "number") this.#fault("the response has no created_at");
    if (!STATUSES.has(status)) this.#fault(`the status ${textOfJson(status)} is unknown`);
    if (!Array.isArray(output)) this.#fault("the response has no output");
    if (!TERMINAL.has(type)) return;
    this.#isOver = true;
    if (status !== type.slice("response.".length) && status !== "cancelled")
      this.#fault(`${type} has the status ${textOfJson(status)}`);
    if (type !== "response.completed") return;
    const finalIds = new Set(
      (Array.isArray(output) ? output : []).filter(isMembers).map((item) => item["id"]),
    );
    // A few servers tell the end of their own tools' items in the last event only.
    for (const [place, item] of this.#items)
      if (!item.isDone && !finalIds.has(item.id)) this.#fault(`item ${place} is not done`);
  }

  // Copilot seals its ids anew in every event, from the second event on; any other server keeps them.
  #changeId(type: string): void {
    if (type === "response.in_progress" && this.#events === 2) this.#rotates = true;
    else if (!this.#rotates) this.#fault("the id of the response changes");
  }

  #isSame(before: string | undefined, after: unknown): boolean {
    return this.#rotates || before === undefined || after === undefined || before === after;
  }

  #item(event: Members, type: string): void {
    const place = event["output_index"];
    if (typeof place !== "number") {
      this.#fault(`${type} has no output_index`);
      return;
    }
    const { item } = event;
    if (type === "response.output_item.added") {
      this.#add(place, item);
      return;
    }
    const state = this.#items.get(place);
    if (state === undefined) {
      this.#fault(`${type} belongs to item ${place}, which was not added`);
      return;
    }
    if (state.isDone) {
      this.#fault(`${type} belongs to item ${place}, which is done`);
      return;
    }
    if (type === "response.output_item.done") {
      state.isDone = true;
      if (!isMembers(item)) this.#fault("output_item.done has no item");
      else if (item["type"] !== state.type) this.#fault(`item ${place} changes its type`);
      else if (!this.#isSame(state.id, item["id"])) this.#fault(`item ${place} changes its id`);
      return;
    }
    if (event["item_id"] !== undefined && !this.#isSame(state.id, event["item_id"]))
      this.#fault(`item ${place} changes its id`);
    this.#part(event, type, state, place);
  }

  #add(place: number, item: unknown): void {
    if (!isMembers(item) || typeof item["type"] !== "string") {
      this.#fault("output_item.added has no item");
      return;
    }
    if (this.#items.has(place)) {
      this.#fault(`output_index ${place} is used twice`);
      return;
    }
    if (place <= this.#last) this.#fault(`output_index ${place} does not follow ${this.#last}`);
    this.#last = Math.max(this.#last, place);
    const { id, type } = item;
    this.#items.set(place, {
      type: type as string,
      id: typeof id === "string" ? id : undefined,
      parts: new Set(),
      isDone: false,
    });
  }

  #part(event: Members, type: string, state: ItemState, place: number): void {
    const rule = Object.hasOwn(MEMBERS, type) ? MEMBERS[type] : undefined;
    if (rule !== undefined) {
      const [item, ...members] = rule;
      if (state.type !== item) this.#fault(`${type} belongs to item ${place}, a ${state.type}`);
      for (const name of members) if (typeof event[name] !== "string") this.#fault(`${type} has no ${name}`);
    }
    const isSummary = type.startsWith("response.reasoning_summary_");
    const index = event[isSummary ? "summary_index" : "content_index"];
    const key = `${isSummary ? "s" : "c"}${textOfJson(index)}`;
    if (type.endsWith("part.added")) {
      if (state.parts.has(key)) this.#fault(`part ${key.slice(1)} of item ${place} is added twice`);
      state.parts.add(key);
    } else if (needsPart(type) && !state.parts.has(key))
      this.#fault(`${type} belongs to part ${key.slice(1)} of item ${place}, which was not added`);
  }
}

// Plain reasoning text comes without announced parts on several servers.
function needsPart(type: string): boolean {
  return (
    type.startsWith("response.output_text.") ||
    type.startsWith("response.refusal.") ||
    type.startsWith("response.reasoning_summary_") ||
    type === "response.content_part.done"
  );
}

function parse(data: string): Members | undefined {
  try {
    const value: unknown = JSON.parse(data);
    return isMembers(value) ? value : undefined;
  } catch {
    return undefined; // The fault says so.
  }
}
