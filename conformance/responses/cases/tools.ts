import { type Case, checkResponse, checkSaid, checkStatus, idOf, outputOf, user } from "../case.ts";
import type { Json } from "../check/shape.ts";
import { checkStream, finalResponse } from "../check/stream.ts";

const weather: Json = {
  type: "function",
  name: "get_weather",
  description: "Get the current weather for a location",
  parameters: {
    type: "object",
    properties: { location: { type: "string", description: "The city and state" } },
    required: ["location"],
  },
};

const question: Json = { input: [user("What's the weather like in San Francisco?")], tools: [weather] };

function callOf(answered: unknown): Json | undefined {
  return outputOf(answered).find(({ type }) => type === "function_call");
}

function checkCall(answered: unknown): string[] {
  const call = callOf(answered);
  if (call === undefined) return ["the response calls no function"];
  const faults = call["name"] === "get_weather" ? [] : [`the response calls ${String(call["name"])}`];
  try {
    const input = JSON.parse(String(call["arguments"])) as Json;
    return typeof input["location"] === "string" ? faults : [...faults, "the call has no location"];
  } catch {
    return [...faults, "the arguments are not JSON"];
  }
}

export const toolCases: readonly Case[] = [
  {
    id: "tool-call",
    title: "a function is called with arguments that fit its schema",
    run: async (endpoint) => {
      const answer = await endpoint.create(question);
      return [...checkStatus(answer), ...checkResponse(question, answer.body), ...checkCall(answer.body)];
    },
  },
  {
    id: "tool-call-streaming",
    title: "a call is streamed: announced, its arguments in pieces, then whole",
    run: async (endpoint) => {
      const { events } = await endpoint.stream(question);
      const final = finalResponse(events);
      const has = (type: string) => events.some((event) => event["type"] === type);
      return [
        ...checkStream(events),
        ...checkCall(final),
        ...["response.function_call_arguments.delta", "response.function_call_arguments.done"]
          .filter((type) => !has(type))
          .map((type) => `there is no ${type}`),
      ];
    },
  },
  {
    id: "tool-result",
    title: "the result of a call leads to an answer in text",
    run: async (endpoint) => {
      const first = await endpoint.create(question);
      const call = callOf(first.body);
      if (call === undefined) return ["the response calls no function"];
      const output = { type: "function_call_output", call_id: call["call_id"], output: "18 degrees, sunny" };
      const request = {
        ...question,
        input: [...(question["input"] as Json[]), ...outputOf(first.body), output],
      };
      const second = await endpoint.create(request);
      return [...checkStatus(second), ...checkResponse(request, second.body), ...checkSaid(second.body)];
    },
  },
  {
    id: "tool-result-by-id",
    title: "the result of a call continues the response that made it",
    run: async (endpoint) => {
      const first = await endpoint.create({
        ...question,
        tool_choice: { type: "function", name: "get_weather" },
      });
      const call = callOf(first.body);
      if (call === undefined) return ["the response calls no function"];
      const output = { type: "function_call_output", call_id: call["call_id"], output: "18 degrees, sunny" };
      const faults: string[] = [];
      // The result alone answers the call, whether or not the tools are offered again.
      for (const offered of [{ tools: [weather] }, {}]) {
        const request = { ...offered, previous_response_id: idOf(first.body), input: [output] };
        const second = await endpoint.create(request);
        faults.push(
          ...checkStatus(second),
          ...checkResponse(request, second.body),
          ...checkSaid(second.body),
        );
      }
      return faults;
    },
  },
];
