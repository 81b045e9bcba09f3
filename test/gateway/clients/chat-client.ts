import OpenAI from "openai";
import type {
  ChatCompletion,
  ChatCompletionCreateParamsNonStreaming,
} from "openai/resources/chat/completions";
import {
  type Ask,
  type ClientPlace,
  type Heard,
  type OpenClient,
  parseInput,
  placeHeaders,
} from "./vendor-client.ts";
import { WireTap } from "./wire-tap.ts";

type Body = Omit<ChatCompletionCreateParamsNonStreaming, "stream">;

/** What sets a vendor of Chat Completions apart. */
export interface ChatVendor {
  readonly dialect: string;
  readonly name: string;
  /** The path of its base URL. */
  readonly path: string;
  readonly thinking: Record<string, unknown>;
  readonly bound: Record<string, unknown>;
}

/** Opens OpenAI's client for the Chat Completions of some vendor. */
export function openChatClient(vendor: ChatVendor): OpenClient {
  return (place) => {
    const tap = new WireTap();
    const { chat, models } = openSdk(place, tap, vendor.path);
    const bodyOf = (ask: Ask): Body => writeBody(ask, vendor);
    return {
      name: vendor.name,
      dialect: vendor.dialect,
      tap,
      bound: vendor.bound,
      errors: { bad: OpenAI.BadRequestError, busy: OpenAI.RateLimitError },
      ask: async (ask) => hear(await chat.completions.create(bodyOf(ask))),
      stream: async (ask) => {
        const running = chat.completions.stream({ ...bodyOf(ask), stream_options: { include_usage: true } });
        // The client's helper keeps the last piece of a member that it does not know.
        let thinking = "";
        running.on("chunk", ({ choices }) => {
          thinking += reasoningOf(choices[0]?.delta);
        });
        return { ...hear(await running.finalChatCompletion()), thinking };
      },
      leave: async (ask) => {
        const running = chat.completions.stream({ ...bodyOf(ask), stream_options: { include_usage: true } });
        running.on("content", () => running.abort());
        await running.done().catch(() => undefined);
      },
      listModels: async () => (await models.list()).data.map(({ id }) => id),
      countTokens: undefined,
    };
  };
}

/** Opens OpenAI's client on the daemon. */
export function openSdk(place: ClientPlace, tap: WireTap, path = "/v1"): OpenAI {
  const { baseUrl, token, maxRetries } = place;
  return new OpenAI({
    apiKey: token,
    baseURL: baseUrl + path,
    defaultHeaders: placeHeaders(place),
    fetch: tap.fetch,
    ...(maxRetries === undefined ? {} : { maxRetries }),
  });
}

function writeBody(ask: Ask, vendor: ChatVendor): Body {
  const { text, image, tools, schema, after } = ask;
  const url = `data:image/png;base64,${image}`;
  const messages: Body["messages"] = [
    {
      role: "user",
      content:
        image === undefined
          ? text
          : [
              { type: "text", text },
              { type: "image_url", image_url: { url } },
            ],
    },
  ];
  if (after !== undefined) {
    const { message } = (after.heard.own as ChatCompletion).choices[0]!;
    messages.push(message);
    for (const [index, { id }] of after.heard.calls.entries())
      messages.push({ role: "tool", tool_call_id: id, content: after.results[index]! });
  }
  return {
    model: "sim-model",
    messages,
    ...(tools === undefined
      ? {}
      : {
          tools: tools.map(({ name, parameters }) => ({
            type: "function" as const,
            function: { name, parameters },
          })),
        }),
    ...(schema === undefined
      ? {}
      : {
          response_format: {
            type: "json_schema" as const,
            json_schema: { name: "answer", schema, strict: true },
          },
        }),
    ...(ask.thinks === true ? vendor.thinking : {}),
    ...ask.more,
  };
}

function hear(completion: ChatCompletion): Heard {
  const { message, finish_reason: reason } = completion.choices[0]!;
  const calls = (message.tool_calls ?? []).flatMap((call) =>
    call.type === "function"
      ? [{ id: call.id, name: call.function.name, input: parseInput(call.function.arguments) }]
      : [],
  );
  const { usage } = completion;
  return {
    text: message.content ?? "",
    thinking: reasoningOf(message),
    calls,
    stop: reason === "stop" ? "end" : reason === "tool_calls" ? "tools" : "other",
    usage: usage === undefined ? undefined : { input: usage.prompt_tokens, output: usage.completion_tokens },
    own: completion,
  };
}

// Vendors beside OpenAI have names of their own for it.
function reasoningOf(message: object | undefined): string {
  const { reasoning_content: content, reasoning_text: text } = (message ?? {}) as Record<
    string,
    string | null
  >;
  return content ?? text ?? "";
}
