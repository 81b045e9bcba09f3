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

/** Collects what an agent says about its tool calls. Agents send only the members that changed. */
export class ToolCalls {
  readonly #calls = new RecentIds<AcpToolCall>();

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
    return call;
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
