import type { Random } from "../random.ts";

/** Any JSON object. */
export type Json = Record<string, unknown>;

/** What the result of a tool says. */
export interface ToolAnswer {
  readonly text: string;
  readonly isFailed?: boolean;
  /** Parts in the wire's own form, in place of the text. */
  readonly parts?: readonly Json[];
}

/** How turns are written in one wire format. */
export interface TurnWriter {
  readonly member: string;
  user(text: string, more?: Json): Json[];
  assistant(text: string): Json[];
  called(id: string, name: string, input: Json, answer: ToolAnswer): Json[];
  tool(name: string, schema: Json, more?: Json): Json;
  /** The tools of a request, from tools that `tool` wrote. */
  tools(tools: readonly Json[]): Json[];
}

const chat: TurnWriter = {
  member: "messages",
  user: (text, more) => [
    { role: "user", content: more === undefined ? text : [{ type: "text", text, ...more }] },
  ],
  assistant: (text) => [{ role: "assistant", content: text }],
  called: (id, name, input, { text, parts }) => [
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id, type: "function", function: { name, arguments: JSON.stringify(input) } }],
    },
    { role: "tool", tool_call_id: id, content: parts ?? text },
  ],
  tool: (name, parameters, more) => ({ type: "function", function: { name, parameters, ...more } }),
  tools: (tools) => [...tools],
};

const responses: TurnWriter = {
  member: "input",
  user: (text, more) => [{ type: "message", role: "user", content: [{ type: "input_text", text, ...more }] }],
  assistant: (text) => [
    { type: "message", role: "assistant", content: [{ type: "output_text", text, annotations: [] }] },
  ],
  called: (id, name, input, { text, parts }) => [
    { type: "function_call", call_id: id, name, arguments: JSON.stringify(input) },
    { type: "function_call_output", call_id: id, output: parts ?? text },
  ],
  tool: (name, parameters, more) => ({ type: "function", name, parameters, strict: false, ...more }),
  tools: (tools) => [...tools],
};

const messages: TurnWriter = {
  member: "messages",
  user: (text, more) => [{ role: "user", content: [{ type: "text", text, ...more }] }],
  assistant: (text) => [{ role: "assistant", content: [{ type: "text", text }] }],
  called: (id, name, input, { text, parts, isFailed }) => [
    { role: "assistant", content: [{ type: "tool_use", id, name, input }] },
    {
      role: "user",
      content: [
        {
          type: "tool_result",
          tool_use_id: id,
          content: parts ?? text,
          ...(isFailed === true ? { is_error: true } : {}),
        },
      ],
    },
    { role: "assistant", content: [{ type: "text", text: "I see." }] },
  ],
  tool: (name, input_schema, more) => ({ name, input_schema, ...more }),
  tools: (tools) => [...tools],
};

const gemini: TurnWriter = {
  member: "contents",
  user: (text) => [{ role: "user", parts: [{ text }] }],
  assistant: (text) => [{ role: "model", parts: [{ text }] }],
  called: (id, name, args, { text, isFailed }) => [
    { role: "model", parts: [{ functionCall: { id, name, args } }] },
    {
      role: "user",
      parts: [
        { functionResponse: { id, name, response: isFailed === true ? { error: text } : { output: text } } },
      ],
    },
    { role: "model", parts: [{ text: "I see." }] },
  ],
  tool: (name, parametersJsonSchema, more) => ({ name, parametersJsonSchema, ...more }),
  tools: (tools) => [{ functionDeclarations: [...tools] }],
};

/** The writer of turns of each wire format. */
export const writers = { chat, responses, messages, gemini } as const;

/** A text that stands nowhere else. */
export function marker(random: Random, word: string): string {
  return `${word} ${1 + random.below(1e9)} ${random.pick(["alpha", "bravo", "charlie"])} ${random.below(1e9)}`;
}

/** A whole number that no double holds. */
export function largeNumber(random: Random): string {
  return `90071992547${10 + random.below(89)}${100 + random.below(800)}${1 + 2 * random.below(5)}`;
}

/** A number that JSON writes as these digits. */
export function rawNumber(digits: string): unknown {
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(digits);
}
