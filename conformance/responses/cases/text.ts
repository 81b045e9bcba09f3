import { type Case, checkResponse, checkSaid, checkStatus, user } from "../case.ts";
import type { Json } from "../check/shape.ts";
import { checkStream, finalResponse } from "../check/stream.ts";

const HEART =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

function whole(id: string, title: string, request: Json): Case {
  return {
    id,
    title,
    run: async (endpoint) => {
      const answer = await endpoint.create(request);
      return [...checkStatus(answer), ...checkResponse(request, answer.body), ...checkSaid(answer.body)];
    },
  };
}

/** Every member that a request can ask for and an answer repeats. */
const everything: Json = {
  input: "Say hello.",
  instructions: "Answer in one sentence.",
  max_output_tokens: 500,
  metadata: { purpose: "conformance" },
  parallel_tool_calls: false,
  prompt_cache_key: "conformance",
  safety_identifier: "conformance-user",
  store: false,
  tool_choice: "none",
  tools: [{ type: "function", name: "f", parameters: { type: "object", properties: {} }, strict: false }],
  truncation: "disabled",
};

export const textCases: readonly Case[] = [
  whole("basic-text", "a plain question gets a complete response", {
    input: [user("Say hello in three words.")],
  }),
  whole("string-input", "a text is a user's message", { input: "Say hello." }),
  whole("system-prompt", "a system message in the input is taken", {
    input: [{ type: "message", role: "system", content: "You are a pirate." }, user("Say hello.")],
  }),
  whole("developer-prompt", "a developer message and instructions are taken", {
    instructions: "Be brief.",
    input: [{ type: "message", role: "developer", content: "You are a pirate." }, user("Say hello.")],
  }),
  whole("image-input", "an image in the input is taken", {
    input: [
      user([
        { type: "input_text", text: "What do you see?" },
        { type: "input_image", image_url: `data:image/png;base64,${HEART}` },
      ]),
    ],
  }),
  whole("multi-turn", "earlier turns in the input are taken", {
    input: [
      user("My name is Alice."),
      { type: "message", role: "assistant", content: "Hello Alice!" },
      user("What is my name?"),
    ],
  }),
  whole("phase", "earlier answers may be labelled as commentary or as the final answer", {
    input: [
      { type: "message", role: "assistant", phase: "commentary", content: "I look the number up." },
      { type: "message", role: "assistant", phase: "final_answer", content: "The number is four." },
      user("Repeat the number."),
    ],
  }),
  whole("echo", "the response repeats what was asked", everything),
  {
    id: "streaming",
    title: "a stream has every event, in order, and ends with the whole response",
    run: async (endpoint) => {
      const request = { input: [user("Count from 1 to 5.")] };
      const answer = await endpoint.stream(request);
      const final = finalResponse(answer.events);
      return [
        ...checkStatus(answer),
        ...checkStream(answer.events),
        ...checkResponse(request, final),
        ...checkSaid(final),
      ];
    },
  },
  {
    id: "streaming-echo",
    title: "the first event of a stream repeats what was asked",
    run: async (endpoint) => {
      const { events } = await endpoint.stream(everything);
      const first = checkResponse(everything, events[0]?.["response"], "in_progress");
      return [...checkStream(events), ...first, ...checkResponse(everything, finalResponse(events))];
    },
  },
];
