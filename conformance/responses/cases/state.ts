import { type Case, checkResponse, checkSaid, checkStatus, idOf, outputOf, unique, user } from "../case.ts";
import { item, usage } from "../check/response.ts";
import { integer, isObject, list, object, oneOf, text } from "../check/shape.ts";

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
      const first = await endpoint.create({ input: unique("My name is Alice.") });
      const second = await endpoint.create({
        input: "What is my name?",
        previous_response_id: idOf(first.body),
      });
      return [...checkStatus(second), ...checkResponse({}, second.body), ...checkSaid(second.body)];
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
      const answer = await endpoint.post("/responses/compact", { input });
      const faults = [...checkStatus(answer), ...compaction(answer.body, "compaction")];
      if (faults.length > 0 || !isObject(answer.body)) return faults;
      const items = outputOf(answer.body);
      if (!items.some(({ type }) => type === "compaction")) faults.push("the output has no compaction");
      const request = { input: [...items, user("What is my name?")] };
      const next = await endpoint.create(request);
      return [...faults, ...checkStatus(next), ...checkResponse(request, next.body), ...checkSaid(next.body)];
    },
  },
];
