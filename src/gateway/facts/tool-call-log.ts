import type { Reply, StreamEvent, ToolCallRecord, ToolUseBlock } from "../../contract/index.ts";
import { qualifiedName, type ToolCallPart } from "../../dialects/index.ts";
import { CanonicalError, canonicalize, parseAsWritten, settleNumbers, sha256Hex } from "../../lib/index.ts";

/** The most calls of one answer that a receipt names. */
export const MAX_CALLS = 100;
/** The most characters of arguments that are held for their digests. */
export const MAX_ARGUMENTS = 1024 * 1024;
/** The longest name or id that is recorded. */
const MAX_NAME = 256;

interface SeenCall {
  id: string | undefined;
  name: string | undefined;
  text: string;
  whole: unknown;
  /** Set if the arguments were too long to be held. */
  isCut: boolean;
}

/** The tool calls of one answer, as its receipt names them. */
export interface SeenCalls {
  readonly calls: readonly ToolCallRecord[];
  /** The number of further calls. */
  readonly omitted: number;
}

/** Collects the tool calls of one answer, for its receipt: names, ids and digests of the arguments. */
export class ToolCallLog {
  readonly #calls: SeenCall[] = [];
  readonly #byKey = new Map<string, SeenCall>();
  #held = 0;
  #omitted = 0;

  /** Takes a part of a call. */
  add({ key, id, name, text, whole, isPartial = false }: ToolCallPart): void {
    const call = this.#callOf(key, id, name);
    if (call === undefined) return;
    if (isPartial) call.isCut = true;
    call.id ??= id?.slice(0, MAX_NAME);
    call.name ??= name?.slice(0, MAX_NAME);
    if (whole !== undefined) {
      call.text = "";
      call.whole = this.#fits(call, lengthOf(whole)) ? whole : undefined;
    } else if (text !== undefined && text !== "" && this.#fits(call, text.length)) {
      call.whole = undefined;
      call.text += text;
    }
  }

  /** Takes an event of a stream. */
  addEvent(event: StreamEvent): void {
    switch (event.type) {
      case "block_start":
      case "block_stop": {
        const { content } = event;
        if (content?.type !== "tool_use") return;
        // A block may begin without its arguments, which follow as deltas.
        const isWhole = event.type === "block_stop" || !isEmptyInput(inputOf(content));
        this.add({ key: keyOf(event), ...factsOf(content), ...(isWhole ? { whole: inputOf(content) } : {}) });
        return;
      }
      case "input_delta":
        this.add({ key: keyOf(event), text: event.text });
        return;
      default:
    }
  }

  /** Takes a whole reply. */
  addReply({ candidates }: Reply): void {
    for (const { content } of candidates) {
      for (const block of content) {
        if (block.type === "tool_use") this.add({ ...factsOf(block), whole: inputOf(block) });
      }
    }
  }

  /** What the receipt says of the calls; undefined if there was none. */
  finish(): SeenCalls | undefined {
    const calls = this.#calls.filter(({ name }) => name !== undefined).map(recordOf);
    return calls.length === 0 ? undefined : { calls, omitted: this.#omitted };
  }

  #callOf(key: string | undefined, id: string | undefined, name: string | undefined): SeenCall | undefined {
    const known = key === undefined ? undefined : this.#byKey.get(key);
    // Some servers give two calls the same place.
    const isOther =
      name !== undefined &&
      id !== undefined &&
      known?.id !== undefined &&
      !known.id.startsWith(id.slice(0, MAX_NAME));
    if (known !== undefined && !isOther) return known;
    if (this.#calls.length >= MAX_CALLS) {
      if (name !== undefined) this.#omitted += 1;
      return undefined;
    }
    const call = { id: undefined, name: undefined, text: "", whole: undefined, isCut: false };
    this.#calls.push(call);
    if (key !== undefined) this.#byKey.set(key, call);
    return call;
  }

  #fits(call: SeenCall, length: number): boolean {
    this.#held += length;
    if (this.#held > MAX_ARGUMENTS) call.isCut = true;
    return !call.isCut;
  }
}

function keyOf({ candidate, block }: { readonly candidate: number; readonly block: number }): string {
  return `${candidate}.${block}`;
}

function factsOf({ id, name, namespace }: ToolUseBlock): Pick<ToolCallPart, "id" | "name"> {
  return { id, name: namespace === undefined ? name : qualifiedName(namespace, name) };
}

function inputOf({ input, inputText }: ToolUseBlock): unknown {
  return inputText ?? input;
}

function isEmptyInput(input: unknown): boolean {
  if (typeof input === "string") return input === "";
  return typeof input === "object" && input !== null && Object.keys(input).length === 0;
}

// Arguments that are JSON came in a body or an event of bounded size.
function lengthOf(whole: unknown): number {
  return typeof whole === "string" ? whole.length : 0;
}

// The members stand in the order of canonical JSON.
function recordOf({ id, name = "", text, whole, isCut }: SeenCall): ToolCallRecord {
  const digest = isCut ? undefined : digestArguments(whole ?? text);
  return {
    ...(digest === undefined ? {} : { arguments_sha256: digest }),
    ...(id === undefined ? {} : { id }),
    name,
  };
}

/**
 * The digest of a call's arguments: of their canonical JSON, so that the same arguments have one digest in every dialect.
 * Text that is no JSON counts as it is, and neither text nor `null` as no arguments.
 */
export function digestArguments(given: unknown): string {
  if (given === "") return sha256Hex("{}");
  let value = given;
  if (typeof given === "string") {
    try {
      value = parseAsWritten(given);
    } catch {
      return sha256Hex(given);
    }
  }
  // A number that no double holds has no canonical form either; the text tells it as it came.
  const settled = settleNumbers(value ?? {});
  try {
    return sha256Hex(canonicalize(settled));
  } catch (error) {
    if (!(error instanceof CanonicalError)) throw error;
    return sha256Hex(JSON.stringify(settled));
  }
}
