import { AbpError } from "../../../contract/index.ts";
import { textOfJson } from "../../../lib/index.ts";
import { isMembers, type Members } from "../../members/members.ts";
import type { StateCodec } from "../../state/state-codec.ts";
import { echoRequest } from "../reply/request-echo.ts";
import { writeFrame } from "../reply/response-frame.ts";
import { conversations } from "./conversations.ts";
import { inputItems, isReference, itemId, itemsOf, outputItems } from "./items.ts";
import { replayEvents } from "./replay.ts";
import { mintItemId, showItem } from "./shown-item.ts";

/** How a call of the Responses API continues an earlier response or a conversation by its id. */
export const state: StateCodec = {
  members: ["previous_response_id", "conversation", "store", "background"],
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
  check,
  // The API keeps responses unless the request says not to.
  isKept: (request) => request["store"] !== false,
  expand: (request, turns) => {
    const { previous_response_id: _, conversation: __, ...rest } = request;
    return { ...rest, input: [...turns.flatMap(itemsOf), ...inputItems(request["input"])] };
  },
  echoOf: (request) => {
    const { previous_response_id: previous, conversation } = echoRequest(request);
    return {
      ...(previous === undefined ? {} : { previous_response_id: previous }),
      ...(conversation === undefined ? {} : { conversation }),
    };
  },
  inputOf: (request) => inputItems(request["input"]),
  idOf: (response) => itemId(response),
  itemsOf: (response) =>
    outputItems(response).flatMap((item) => {
      const id = itemId(item);
      return id === undefined ? [] : [{ id, item }];
    }),
  // A conversation is made of `items`, and so are the additions to one.
  referencesOf: (request) =>
    ["input", "items"].flatMap((name) =>
      inputItems(request[name]).flatMap((item, index) =>
        isReference(item) ? [{ id: item["id"] as string, where: `$.${name}[${index}]` }] : [],
      ),
    ),
  insertItems: (request, items) => ({
    ...request,
    input: inputItems(request["input"]).map((item) =>
      isReference(item) ? (items.get(item["id"] as string) ?? item) : item,
    ),
  }),
  finalOf,
  conversations,
  writeInput: (input, id) => {
    const data = inputItems(input).map((item, index) =>
      showItem(itemId(item) ?? mintItemId(item, `${id.replace(/^resp_/, "")}${index}`), item),
    );
    return {
      object: "list",
      data,
      first_id: itemId(data[0]) ?? null,
      last_id: itemId(data.at(-1)) ?? null,
      has_more: false,
    };
  },
  writeDeleted: (id) => ({ id, object: "response", deleted: true }),
  isBackground: (request) => request["background"] === true,
  // Kept under the id that was given out, and so not a second time under the engine's.
  toForeground: ({ background: _, ...request }) => ({
    ...request,
    store: false,
    stream: request["stream"] === true,
  }),
  writePending: (id, request, created, status) =>
    writeFrame(
      { id, object: "response", created_at: created, status, model: request["model"] },
      { ...echoRequest(request), background: true },
    ),
  writeFinished: (id, response, request) => ({ ...response, ...keptFacts(request), id }),
  writeCancelled: (waiting) => ({ ...waiting, status: "cancelled" }),
  // ResponseError.code of the published schema: these two are the ones a failed call can mean.
  writeFailed: (waiting, { status, message }) => ({
    ...waiting,
    status: "failed",
    error: { code: status === 429 ? "rate_limit_exceeded" : "server_error", message },
  }),
  isBackgroundResponse: (response) => isMembers(response) && response["background"] === true,
  replay: replayEvents,
  endOf: (response, sequence) => ({ ...replayEvents(response).at(-1), sequence_number: sequence }),
  frame: (line) => `event: ${textOfJson((JSON.parse(line) as Members)["type"])}\ndata: ${line}\n\n`,
  writeEvent: (id, event, sequence, request) => {
    const { response } = event;
    return {
      ...event,
      sequence_number: sequence,
      ...(isMembers(response) ? { response: { ...response, ...keptFacts(request), id } } : {}),
    };
  },
};

// The call was served in the foreground and as one that is not kept; its response says what the caller asked for.
function keptFacts(request: Members): Members {
  const { store, conversation, previous_response_id: previous } = echoRequest(request);
  return {
    background: true,
    store: store ?? true,
    previous_response_id: previous ?? null,
    ...(conversation === undefined ? {} : { conversation }),
  };
}

function check(request: Members): void {
  const { previous_response_id: previous, conversation } = request;
  if (isGiven(previous) && isGiven(conversation)) {
    const message = "previous_response_id and conversation exclude each other";
    throw new AbpError("validation_failed", message, { where: "$.conversation" });
  }
  if (request["background"] === true && request["store"] === false) {
    const message = "a response in the background must be stored";
    throw new AbpError("validation_failed", message, { where: "$.store" });
  }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

function finalOf(event: Members): unknown {
  return event["response"];
}
