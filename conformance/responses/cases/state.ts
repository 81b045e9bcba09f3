import { type Case, checkResponse, checkSaid, checkStatus, idOf, outputOf, user } from "../case.ts";
import { checkEcho, item, usage } from "../check/response.ts";
import { integer, isObject, list, object, oneOf, text } from "../check/shape.ts";
import { checkStream, finalResponse } from "../check/stream.ts";

const compaction = object({
  id: text,
  object: oneOf("response.compaction"),
  created_at: integer,
  output: list(item),
  usage,
});

export const stateCases: readonly Case[] = [
  {
    id: "continuation",
    title: "a response is continued by its id",
    run: async (endpoint) => {
      const first = await endpoint.create({ input: "My name is Alice." });
      const request = { input: "What is my name?", previous_response_id: idOf(first.body) };
      const second = await endpoint.create(request);
      return [...checkStatus(second), ...checkResponse(request, second.body), ...checkSaid(second.body)];
    },
  },
  {
    id: "continuation-streaming",
    title: "every event of a stream that continues a response names it",
    run: async (endpoint) => {
      const first = await endpoint.create({ input: "My name is Alice." });
      const request = { input: "What is my name?", previous_response_id: idOf(first.body) };
      const { events } = await endpoint.stream(request);
      const shown = events.flatMap(({ response }) => (isObject(response) ? [response] : []));
      return [
        ...checkResponse(request, finalResponse(events)),
        ...shown.flatMap((response) => checkEcho(request, response)),
      ];
    },
  },
  {
    id: "own-ids",
    title: "equal requests get responses of their own, and each can be continued",
    run: async (endpoint) => {
      const question = { input: "My name is Alice." };
      const answers = await Promise.all([1, 2, 3].map(() => endpoint.create(question)));
      const ids = answers.map(({ body }) => idOf(body));
      const faults = new Set(ids).size === ids.length ? [] : [`the ids are ${ids.join(", ")}`];
      for (const id of ids) {
        const request = { input: "What is my name?", previous_response_id: id };
        const next = await endpoint.create(request);
        faults.push(...checkStatus(next), ...checkResponse(request, next.body));
      }
      return faults;
    },
  },
  {
    id: "compaction",
    title: "a conversation is compacted, and goes on from what was compacted",
    run: async (endpoint) => {
      const input = [
        user("My name is Alice."),
        { type: "message", role: "assistant", content: "Hello Alice!" },
        user("I live in Rome."),
      ];
      const answer = await endpoint.post("/responses/compact", { input, prompt_cache_key: "conformance" });
      const faults = [...checkStatus(answer), ...compaction(answer.body, "compaction")];
      if (faults.length > 0 || !isObject(answer.body)) return faults;
      const items = outputOf(answer.body);
      if (!items.some(({ type }) => type === "compaction")) faults.push("the output has no compaction");
      const request = { input: [...items, user("What is my name?")] };
      const next = await endpoint.create(request);
      return [...faults, ...checkStatus(next), ...checkResponse(request, next.body), ...checkSaid(next.body)];
    },
  },
  {
    id: "compaction-websocket",
    title: "what was compacted begins a conversation on a WebSocket",
    run: async (endpoint) => {
      const input = [
        user([{ type: "input_text", text: "The word is slate." }]),
        { type: "message", role: "assistant", content: [{ type: "output_text", text: "Noted." }] },
      ];
      const { body } = await endpoint.post("/responses/compact", { input });
      const request = { store: false, tools: [], input: [...outputOf(body), user("Which word?")] };
      const [events = []] = await endpoint.converse([request]);
      const final = finalResponse(events);
      return [...checkStream(events), ...checkResponse(request, final), ...checkSaid(final)];
    },
  },
];
