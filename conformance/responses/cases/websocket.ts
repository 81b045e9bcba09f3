import { type Case, checkResponse, checkSaid, checkStatus, idOf, outputOf } from "../case.ts";
import { checkEcho } from "../check/response.ts";
import { integer, isObject, type Json, nullable, object, oneOf, text } from "../check/shape.ts";
import { checkStream, finalResponse } from "../check/stream.ts";

const refusal = object({
  type: oneOf("error"),
  status: integer,
  error: object({ code: text, message: text }, { type: text, param: nullable(text) }),
});

const kept = { store: false };

function checkTurn(request: Json, events: readonly Json[] | undefined): string[] {
  if (events === undefined) return ["the turn did not run"];
  const final = finalResponse(events);
  return [...checkStream(events), ...checkResponse(request, final), ...checkSaid(final)];
}

function checkRefusal(events: readonly Json[] | undefined, code?: string): string[] {
  const last = events?.at(-1);
  const faults = refusal(last, "answer");
  const error = last?.["error"];
  const given = isObject(error) ? error["code"] : undefined;
  return code === undefined || given === code
    ? faults
    : [...faults, `the code is ${String(given)}, expected ${code}`];
}

const continuing = (input: unknown) => (turns: readonly (readonly Json[])[]) => ({
  ...kept,
  previous_response_id: idOf(finalResponse(turns[0] ?? [])),
  input,
});

export const webSocketCases: readonly Case[] = [
  {
    id: "websocket",
    title: "a response over a WebSocket has the events of a stream",
    run: async (endpoint) => {
      const request = { input: "Count from 1 to 3.", instructions: "Be brief." };
      const [events] = await endpoint.converse([request]);
      return checkTurn(request, events);
    },
  },
  {
    id: "websocket-sequence",
    title: "one connection serves one request after the other",
    run: async (endpoint) => {
      const requests = [
        { ...kept, input: "Say first." },
        { ...kept, input: "Say second." },
      ];
      const turns = await endpoint.converse(requests);
      return turns.flatMap((events, index) => checkTurn(requests[index]!, events));
    },
  },
  {
    id: "websocket-continuation",
    title: "a response that is not stored is continued on its connection",
    run: async (endpoint) => {
      const first = { ...kept, input: "Remember the word cobalt." };
      const turns = await endpoint.converse([first, continuing("Which word?")]);
      const next = { ...kept, previous_response_id: idOf(finalResponse(turns[0] ?? [])) };
      const shown = (turns[1] ?? []).flatMap(({ response }) => (isObject(response) ? [response] : []));
      return [
        ...checkTurn(first, turns[0]),
        ...checkTurn(next, turns[1]),
        ...shown.flatMap((response) => checkEcho(next, response)),
      ];
    },
  },
  {
    id: "websocket-stored",
    title: "a stored response of a connection is fetched as it was sent, and continued elsewhere",
    run: async (endpoint) => {
      const input = "Which word?";
      const turns = await endpoint.converse([
        { input: "Remember the word jade." },
        (before) => ({ ...continuing(input)(before), store: true }),
      ]);
      const [first, second] = turns.map((events) => finalResponse(events));
      const fetched = await endpoint.get(`/responses/${idOf(second)}`);
      const request = { store: true, previous_response_id: idOf(first) };
      const next = await endpoint.create({ input, previous_response_id: idOf(second) });
      return [
        ...checkStatus(fetched),
        ...checkResponse(request, second),
        ...checkResponse(request, fetched.body),
        ...checkStatus(next),
        ...checkSaid(next.body),
      ];
    },
  },
  {
    id: "websocket-reconnection",
    title: "a response that is not stored ends with its connection, and a new conversation can begin",
    run: async (endpoint) => {
      const first = { ...kept, input: "Remember the word copper." };
      const before = await endpoint.converse([first]);
      const lost = continuing("Which word?")(before);
      const fresh = { ...kept, input: [{ type: "message", role: "user", content: "Begin again." }] };
      const after = await endpoint.converse([lost, fresh]);
      return [
        ...checkTurn(first, before[0]),
        ...checkRefusal(after[0], "previous_response_not_found"),
        ...checkTurn(fresh, after[1]),
      ];
    },
  },
  {
    id: "websocket-warm-up",
    title: "a request without generation is answered at once, and can be continued",
    run: async (endpoint) => {
      const first = { ...kept, generate: false, input: "Prepare." };
      const turns = await endpoint.converse([first, continuing("Go on.")]);
      const warm = finalResponse(turns[0] ?? []);
      const faults = checkResponse(kept, warm);
      if (outputOf(warm).length > 0) faults.push("a response without generation has output");
      return [...faults, ...checkTurn(kept, turns[1])];
    },
  },
  {
    id: "websocket-unknown-response",
    title: "an unknown response is named as such",
    run: async (endpoint) => {
      const request = { ...kept, previous_response_id: "resp_that_never_was", input: "hi" };
      const [events] = await endpoint.converse([request]);
      return checkRefusal(events, "previous_response_not_found");
    },
  },
  {
    id: "websocket-eviction",
    title: "a continuation that fails makes the connection forget the response",
    run: async (endpoint) => {
      const orphan = [{ type: "function_call_output", call_id: "call_nobody_made", output: "x" }];
      const first = { ...kept, input: "Remember the word ember." };
      const turns = await endpoint.converse([first, continuing(orphan), continuing("Which word?")]);
      return [
        ...checkTurn(first, turns[0]),
        ...checkRefusal(turns[1]),
        ...checkRefusal(turns[2], "previous_response_not_found"),
      ];
    },
  },
];
