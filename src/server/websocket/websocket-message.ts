import { isMembers, responseTo } from "../../dialects/index.ts";
import type { PlainResponse } from "../../gateway/index.ts";
import { parseAsWritten } from "../../lib/index.ts";

/** A JSON object that the caller sent. */
export type ClientMessage = Readonly<Record<string, unknown>>;

/** Members of a message that are not part of the request. */
const OWN_MEMBERS = new Set(["type", "generate", "stream_id", "stream"]);

/** Parses a message; undefined when it is not a JSON object. Numbers keep their spelling. */
export function readMessage(text: string): ClientMessage | undefined {
  try {
    const value = parseAsWritten(text);
    return isMembers(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Writes the body of the HTTP request for a message; `items` replaces `input` and `previous_response_id`. */
export function writeRequest(message: ClientMessage, items: readonly unknown[] | undefined): string {
  const body: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(message)) {
    if (OWN_MEMBERS.has(name)) continue;
    if (items !== undefined && name === "previous_response_id") continue;
    body[name] = items !== undefined && name === "input" ? items : value;
  }
  if (items !== undefined) body["input"] = items;
  body["stream"] = true;
  return JSON.stringify(body);
}

/** Returns the input of a message as a list of items; a text becomes one user message. */
export function inputItems(message: ClientMessage): readonly unknown[] {
  const { input } = message;
  if (Array.isArray(input)) return input;
  return input === undefined || input === null ? [] : [{ type: "message", role: "user", content: input }];
}

/** Returns a member of a message if it is a string. */
export function textOf(message: ClientMessage, name: string): string | undefined {
  const value = message[name];
  return typeof value === "string" ? value : undefined;
}

/**
 * Writes an error answer as the API does over WebSocket: one message with the HTTP status and the `error` of the body.
 * `isMissingResponse` says that the request named a response that nobody knows.
 */
export function writeErrorMessage(answer: PlainResponse, isMissingResponse: boolean): string {
  let error: unknown;
  try {
    const body = JSON.parse(answer.body) as { error?: unknown } | null;
    error = body?.error;
  } catch {
    error = undefined;
  }
  const known =
    typeof error === "object" && error !== null
      ? (error as Record<string, unknown>)
      : { type: "server_error", message: "The call failed." };
  // With this code agents send the whole conversation again; with any other they give up.
  return isMissingResponse
    ? JSON.stringify({ type: "error", status: 400, error: { ...known, code: "previous_response_not_found" } })
    : JSON.stringify({ type: "error", status: answer.status, error: { ...known, code: codeOf(known) } });
}

// Over HTTP the code may be null; here it must be a text, and the type says most.
function codeOf({ code, type }: Record<string, unknown>): string {
  if (typeof code === "string") return code;
  return typeof type === "string" ? type : "server_error";
}

/** Writes the refusal of `response.steer`, which sends input for a response under way: no engine takes such input. */
export function writeSteerRefusal(message: ClientMessage): string {
  return JSON.stringify({
    type: "response.steer.failed",
    sequence_number: 0,
    steer: {
      input: message["input"] ?? null,
      previous_response_id: textOf(message, "previous_response_id") ?? null,
    },
    error: {
      code: "steering_not_supported",
      message: "This backplane takes no input for a response that is under way.",
    },
  });
}

/** Writes the events of an empty response to a request with `generate: false`; `createdAt` is in seconds. */
export function writeWarmUp(message: ClientMessage, id: string, createdAt: number): readonly string[] {
  const start = { id, created_at: createdAt };
  return [
    {
      type: "response.created",
      sequence_number: 0,
      response: responseTo(message, { ...start, status: "in_progress" }),
    },
    {
      type: "response.completed",
      sequence_number: 1,
      response: responseTo(message, { ...start, status: "completed" }, { completed_at: createdAt }),
    },
  ].map((event) => JSON.stringify(event));
}

/** Adds the caller's `stream_id` to an event. */
export function withStreamId(event: string, streamId: string | undefined): string {
  const end = event.lastIndexOf("}");
  if (streamId === undefined || end === -1) return event;
  const separator = /^\s*\{\s*$/.test(event.slice(0, end)) ? "" : ",";
  return `${event.slice(0, end)}${separator}"stream_id":${JSON.stringify(streamId)}}`;
}
