import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import OpenAI from "openai";
import { wireOf } from "./oracle/index.ts";

/** What a vendor's own client makes of a stream. */
export interface Understood {
  readonly text: string;
  readonly inputs: readonly unknown[];
  /** The client's own final object. */
  readonly whole: unknown;
}

// The clients close the body's reader, so every call needs a response of its own.
function answering(stream: Uint8Array | string): typeof fetch {
  return async () =>
    new Response(stream as ConstructorParameters<typeof Response>[0], {
      status: 200,
      headers: { "content-type": "text/event-stream; charset=utf-8" },
    });
}

/** Reads a Messages stream with the vendor's client. */
export async function sdkMessage(stream: Uint8Array | string): Promise<Anthropic.Message> {
  const client = new Anthropic({ apiKey: "none", fetch: answering(stream), maxRetries: 0 });
  const running = client.messages.stream({
    model: "claude-test",
    max_tokens: 1,
    messages: [{ role: "user", content: "x" }],
  });
  return await running.finalMessage();
}

async function understandMessages(stream: Uint8Array | string): Promise<Understood> {
  const message = await sdkMessage(stream);
  return {
    text: message.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join(""),
    inputs: message.content.flatMap((block) => (block.type === "tool_use" ? [block.input] : [])),
    whole: message,
  };
}

/** Reads a Chat Completions stream with the vendor's client. */
async function understandChat(stream: Uint8Array | string): Promise<Understood> {
  const client = new OpenAI({ apiKey: "none", fetch: answering(stream), maxRetries: 0 });
  const running = client.chat.completions.stream({ model: "x", messages: [{ role: "user", content: "x" }] });
  const completion = await running.finalChatCompletion();
  const message = completion.choices[0]?.message;
  return {
    text: message?.content ?? "",
    inputs: (message?.tool_calls ?? []).map((call) =>
      call.type === "function" ? parse(call.function.arguments) : undefined,
    ),
    whole: completion,
  };
}

/** Reads a Responses stream with the vendor's client. */
async function understandResponses(stream: Uint8Array | string): Promise<Understood> {
  const client = new OpenAI({ apiKey: "none", fetch: answering(stream), maxRetries: 0 });
  const running = client.responses.stream({ model: "x", input: "x" });
  const response = await running.finalResponse();
  return {
    text: response.output
      .flatMap((item) => (item.type === "message" ? item.content : []))
      .map((part) => (part.type === "output_text" ? part.text : ""))
      .join(""),
    inputs: response.output.flatMap((item) => {
      if (item.type === "function_call") return [parse(item.arguments)];
      return item.type === "custom_tool_call" ? [item.input] : [];
    }),
    whole: response,
  };
}

/** Reads a generateContent stream with the vendor's client. */
async function understandGemini(stream: Uint8Array | string): Promise<Understood> {
  const client = new GoogleGenAI({
    apiKey: "none",
    httpOptions: { fetch: answering(stream), baseUrl: "http://localhost" },
  });
  const chunks = await client.models.generateContentStream({ model: "gemini-test", contents: "x" });
  let text = "";
  const inputs: unknown[] = [];
  const whole: unknown[] = [];
  for await (const chunk of chunks) {
    whole.push(chunk);
    for (const part of chunk.candidates?.[0]?.content?.parts ?? []) {
      if (part.text !== undefined && part.thought !== true) text += part.text;
      if (part.functionCall !== undefined) inputs.push(part.functionCall.args ?? {});
    }
  }
  return { text, inputs, whole };
}

/** Reads a stream with the client that the dialect's vendor publishes; throws what the client throws. */
export function understand(dialect: string, stream: Uint8Array | string): Promise<Understood> {
  switch (wireOf(dialect)) {
    case "messages":
      return understandMessages(stream);
    case "responses":
      return understandResponses(stream);
    case "gemini":
      return understandGemini(stream);
    default:
      return understandChat(stream);
  }
}

function parse(text: string): unknown {
  if (text.trim() === "") return {};
  try {
    return (JSON.parse(text) as unknown) ?? {};
  } catch {
    return text;
  }
}
