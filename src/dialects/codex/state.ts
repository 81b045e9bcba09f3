import type { KeptTurn, StateCodec } from "../dialect.ts";
import { isMembers, type Members } from "../members/members.ts";

/** How a call of the Responses API continues an earlier response by its id. */
export const state: StateCodec = {
  members: ["previous_response_id", "conversation", "store"],
  idPaths: { body: ["id"], event: ["response", "id"] },
  previousOf: (request) => {
    const previous = request["previous_response_id"];
    return typeof previous === "string" && previous !== "" ? previous : undefined;
  },
  // openai-node, ResponseCreateParams.conversation: an id, or an object with one.
  conversationOf: ({ conversation }) => {
    if (conversation === undefined || conversation === null) return undefined;
    const id = isMembers(conversation) ? conversation["id"] : conversation;
    return typeof id === "string" ? id : "";
  },
  // The API keeps responses unless it is told not to.
  isKept: (request) => request["store"] !== false,
  expand: (request, turns) => {
    const { previous_response_id: _, ...rest } = request;
    return { ...rest, input: [...turns.flatMap(itemsOf), ...inputItems(request["input"])] };
  },
  inputOf: (request) => inputItems(request["input"]),
  idOf: (response) => {
    const id = isMembers(response) ? response["id"] : undefined;
    return typeof id === "string" ? id : undefined;
  },
  finalOf,
  writeInput: (input) => {
    const data = inputItems(input);
    return { object: "list", data, first_id: idAt(data, 0), last_id: idAt(data, -1), has_more: false };
  },
  writeDeleted: (id) => ({ id, object: "response", deleted: true }),
  isBackground: (request) => request["background"] === true,
  // Kept under the id that was given out, and so not a second time under the engine's.
  toForeground: ({ background: _, ...request }) => ({ ...request, store: false, stream: false }),
  writePending: (id, request, created, status) => pending(id, request, created, { status }),
  writeFinished: (id, response) => ({ ...response, id, background: true }),
  writeCancelled: (waiting) => ({ ...waiting, status: "cancelled" }),
  // ResponseError.code of the published schema: these two are the ones a failed call can mean.
  writeFailed: (waiting, { status, message }) => ({
    ...waiting,
    status: "failed",
    error: { code: status === 429 ? "rate_limit_exceeded" : "server_error", message },
  }),
};

function pending(id: string, request: Members, created: number, more: Members): Members {
  const {
    model,
    metadata,
    instructions,
    tools,
    tool_choice: choice,
    previous_response_id: previous,
  } = request;
  return {
    id,
    object: "response",
    created_at: created,
    background: true,
    error: null,
    incomplete_details: null,
    instructions: instructions ?? null,
    metadata: metadata ?? null,
    model,
    output: [],
    parallel_tool_calls: request["parallel_tool_calls"] ?? true,
    previous_response_id: previous ?? null,
    temperature: request["temperature"] ?? null,
    tool_choice: choice ?? "auto",
    tools: tools ?? [],
    top_p: request["top_p"] ?? null,
    usage: null,
    ...more,
  };
}

function itemsOf({ input, response }: KeptTurn): unknown[] {
  const output = isMembers(response) ? response["output"] : undefined;
  return [...inputItems(input), ...(Array.isArray(output) ? output : [])];
}

// A plain text is a user's message (openai-node, ResponseCreateParams.input).
function inputItems(input: unknown): unknown[] {
  if (Array.isArray(input)) return input;
  if (typeof input !== "string") return [];
  return [{ type: "message", role: "user", content: [{ type: "input_text", text: input }] }];
}

function finalOf(text: string): unknown {
  const lines = text.split("\n").filter((line) => line.startsWith("data:"));
  const last = lines.at(-1);
  if (last === undefined) return undefined;
  const event = JSON.parse(last.slice(5)) as Members;
  return event["response"];
}

function idAt(items: readonly unknown[], index: number): string | null {
  const item = items.at(index);
  const id = isMembers(item) ? item["id"] : undefined;
  return typeof id === "string" ? id : null;
}
