import { isMembers, type Members } from "../../../src/dialects/members/members.ts";
import type { GrammarFault, StreamGrammar } from "./stream-grammar.ts";

interface GrammarCandidate {
  readonly calls: Map<number, string | undefined>;
  finished: boolean;
}

/**
 * Checks a Chat Completions stream.
 * It accepts deviations of real servers that clients survive: a chunk id that changes, a role on every delta,
 * a repeated finish reason, a new call under a known index, an empty name on later deltas of a call,
 * a missing last event after a finish reason.
 */
/** The data of the event that ends every stream. */
const DONE = "[DONE]";

/** Opens a check of one reply's stream. */
export function openChatGrammar(): StreamGrammar {
  return new ChatStreamGrammar();
}

class ChatStreamGrammar implements StreamGrammar {
  readonly #faults: GrammarFault[] = [];
  readonly #candidates = new Map<number, GrammarCandidate>();
  #count = 0;
  #isDone = false;
  #hasFailed = false;

  push(data: string, _event: string | undefined): void {
    const index = this.#count++;
    if (this.#isDone) {
      this.#fault(index, "an event follows the last one");
      return;
    }
    if (data.startsWith(DONE)) {
      this.#isDone = true;
      return;
    }
    const chunk = parse(data);
    if (chunk === undefined) this.#fault(index, "the data is not a JSON object");
    else if (chunk["error"] !== undefined && chunk["choices"] === undefined) this.#hasFailed = true;
    else this.#chunk(chunk, index);
  }

  end(): readonly GrammarFault[] {
    const unfinished = [...this.#candidates].filter(([, one]) => !one.finished);
    if (this.#hasFailed) return this.#faults;
    if (!this.#isDone && (this.#candidates.size === 0 || unfinished.length > 0))
      this.#fault(this.#count, "the stream ends without a finish reason or a last event");
    return this.#faults;
  }

  #fault(index: number, message: string): void {
    this.#faults.push({ index, message });
  }

  #chunk(chunk: Members, index: number): void {
    if (chunk["error"] !== undefined) this.#hasFailed = true;
    if (typeof chunk["id"] !== "string") this.#fault(index, "the chunk has no id");
    if (chunk["object"] !== undefined && typeof chunk["object"] !== "string")
      this.#fault(index, "the chunk's object is not text");
    if (!Array.isArray(chunk["choices"])) {
      this.#fault(index, "the chunk has no list of choices");
      return;
    }
    for (const choice of chunk["choices"] as unknown[]) this.#choice(choice, index);
  }

  #choice(choice: unknown, index: number): void {
    if (!isMembers(choice)) {
      this.#fault(index, "a choice is not an object");
      return;
    }
    const place = choice["index"];
    if (typeof place !== "number") {
      this.#fault(index, "a choice has no index");
      return;
    }
    const candidate = this.#candidates.get(place) ?? { calls: new Map(), finished: false };
    this.#candidates.set(place, candidate);
    const { delta } = choice;
    if (!isMembers(delta)) this.#fault(index, `choice ${place} has no delta`);
    else this.#delta(delta, candidate, index);
    const reason = choice["finish_reason"];
    if (typeof reason === "string") candidate.finished = true;
    else if (reason !== null && reason !== undefined) this.#fault(index, "a finish reason is not text");
  }

  #delta(delta: Members, candidate: GrammarCandidate, index: number): void {
    const { role, content, tool_calls: calls } = delta;
    if (role !== undefined && role !== null && role !== "" && role !== "assistant")
      this.#fault(index, `the role ${JSON.stringify(role)} is not the assistant's`);
    if (candidate.finished && typeof content === "string" && content !== "")
      this.#fault(index, "text follows the finish reason");
    if (content !== undefined && content !== null && typeof content !== "string" && !Array.isArray(content))
      this.#fault(index, "the content of a delta is neither text nor a list");
    if (calls === undefined || calls === null) return;
    if (!Array.isArray(calls)) this.#fault(index, "the tool calls of a delta are no list");
    else for (const call of calls as unknown[]) this.#call(call, candidate, index);
  }

  #call(call: unknown, candidate: GrammarCandidate, index: number): void {
    if (!isMembers(call) || typeof call["index"] !== "number") {
      this.#fault(index, "a tool call has no index");
      return;
    }
    const inner = call["function"] ?? call["custom"];
    const name = isMembers(inner) ? inner["name"] : undefined;
    const id = typeof call["id"] === "string" && call["id"] !== "" ? call["id"] : undefined;
    const isKnown = candidate.calls.has(call["index"]);
    if (!isKnown && typeof name !== "string" && id === undefined)
      this.#fault(index, `tool call ${call["index"]} begins without id and name`);
    if (!isKnown || id !== undefined) candidate.calls.set(call["index"], id);
    const last = Math.max(...candidate.calls.keys());
    if (!isKnown && last !== candidate.calls.size - 1 && last !== candidate.calls.size)
      this.#fault(index, `tool call ${call["index"]} leaves a gap in the indexes`);
  }
}

function parse(data: string): Members | undefined {
  try {
    const value: unknown = JSON.parse(data);
    return isMembers(value) ? value : undefined;
  } catch {
    return undefined; // The fault is reported by whoever asked.
  }
}
