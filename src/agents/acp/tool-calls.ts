import type { JsonObject, JsonValue } from "../../lib/index.ts";
import { isJsonObject } from "../host/agent-line.ts";
import { RecentIds } from "../host/recent-ids.ts";

/** What an agent said so far about one tool call, over all of its messages. */
export interface AcpToolCall {
  readonly id: string;
  /** The title of the message that announced the call. Some agents put the name of the tool there. */
  readonly firstTitle: string;
  readonly title: string;
  /** The protocol's kind of tool, such as `edit` or `execute`. */
  readonly kind: string;
  readonly status: string;
  readonly input: JsonObject;
  readonly output: JsonValue | undefined;
  /** Texts, differences and terminals that the agent would show. */
  readonly content: readonly JsonObject[];
  readonly paths: readonly string[];
}

/** A call that the agent has not announced. */
export const unannounced: AcpToolCall = {
  id: "",
  firstTitle: "",
  title: "",
  kind: "other",
  status: "pending",
  input: {},
  output: undefined,
  content: [],
  paths: [],
};

/** The open calls that are kept for a search. */
const MAX_OPEN = 1000;

/** How long the announcement of a call is waited for. */
const ANNOUNCEMENT_LIMIT_MS = 1000;

interface Search {
  readonly isWanted: (call: AcpToolCall) => boolean;
  readonly found: (call: AcpToolCall) => void;
}

/** Collects what an agent says about its tool calls. Agents send only the members that changed. */
export class ToolCalls {
  readonly #calls = new RecentIds<AcpToolCall>();
  readonly #finished = new RecentIds<true>();
  /** The last calls that are not finished. */
  readonly #open = new Map<string, AcpToolCall>();
  readonly #searches = new Set<Search>();

  /** Adds a message about a call, and returns the call as it is known now. */
  update(message: JsonObject): AcpToolCall {
    const id = text(message["toolCallId"]) ?? "";
    const before = this.#calls.get(id);
    const title = text(message["title"]);
    const rawInput = message["rawInput"];
    const paths = readPaths(message["locations"]);
    const call = {
      id,
      firstTitle: before?.firstTitle ?? title ?? "",
      title: title ?? before?.title ?? "",
      kind: text(message["kind"]) ?? before?.kind ?? "other",
      status: text(message["status"]) ?? before?.status ?? "pending",
      input: isJsonObject(rawInput) && !isEmpty(rawInput) ? rawInput : (before?.input ?? {}),
      output: message["rawOutput"] ?? before?.output,
      content: readContent(message["content"]) ?? before?.content ?? [],
      paths: paths.length > 0 ? paths : (before?.paths ?? []),
    };
    this.#calls.set(id, call);
    this.#announce(call);
    return call;
  }

  /** Ends a call. Returns false if it has ended before. */
  finish(id: string): boolean {
    this.#open.delete(id);
    if (this.#finished.get(id) === true) return false;
    this.#finished.set(id, true);
    return true;
  }

  /** Finds a call that is not finished; waits a moment for one that is still to be announced. */
  async find(isWanted: (call: AcpToolCall) => boolean): Promise<AcpToolCall | undefined> {
    const known = [...this.#open.values()].find(isWanted);
    if (known !== undefined) return known;
    const { promise, resolve } = Promise.withResolvers<AcpToolCall | undefined>();
    const search = { isWanted, found: resolve };
    const timer = setTimeout(() => resolve(undefined), ANNOUNCEMENT_LIMIT_MS);
    this.#searches.add(search);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#searches.delete(search);
    }
  }

  /** Replaces the name and the input of a call by those that a hook gave. */
  rename(call: AcpToolCall, nativeName: string, input: JsonObject): AcpToolCall {
    const renamed = { ...call, firstTitle: nativeName, input };
    this.#calls.set(call.id, renamed);
    return renamed;
  }

  /**
   * Adds a question about a call, and returns the call as it is known now. Its input stays the announced one, because some
   * questions only describe it.
   */
  ask(message: JsonObject): AcpToolCall {
    const announced = this.#calls.get(text(message["toolCallId"]) ?? "");
    const asked = this.update(message);
    if (announced === undefined || isEmpty(announced.input)) return asked;
    const call = { ...asked, input: announced.input };
    this.#calls.set(call.id, call);
    return call;
  }

  #announce(call: AcpToolCall): void {
    if (this.#finished.get(call.id) === true) return;
    this.#open.set(call.id, call);
    if (this.#open.size > MAX_OPEN) this.#open.delete(this.#open.keys().next().value as string);
    for (const { isWanted, found } of this.#searches) if (isWanted(call)) found(call);
  }
}

/** The texts that the agent shows for a call. */
export function shownText({ content }: AcpToolCall): string {
  return content
    .map((part) => (isJsonObject(part["content"]) ? (text(part["content"]["text"]) ?? "") : ""))
    .filter((part) => part !== "")
    .join("\n");
}

/** The differences that the agent shows for a call. */
export function shownDiffs({ content }: AcpToolCall): readonly JsonObject[] {
  return content.filter((part) => part["type"] === "diff" && typeof part["path"] === "string");
}

/** Undefined for anything but a text. */
export function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function readContent(value: unknown): readonly JsonObject[] | undefined {
  return Array.isArray(value) ? value.filter(isJsonObject) : undefined;
}

function readPaths(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((place) => (isJsonObject(place) ? (text(place["path"]) ?? []) : []));
}

function isEmpty(value: JsonObject): boolean {
  return Object.keys(value).length === 0;
}
