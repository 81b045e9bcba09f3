import Anthropic from "@anthropic-ai/sdk";
import { type Ask, type Heard, type OpenClient, placeHeaders } from "./vendor-client.ts";
import { WireTap } from "./wire-tap.ts";

type Body = Anthropic.MessageCreateParamsNonStreaming;

/** Opens Anthropic's client. */
export const openMessagesClient: OpenClient = (place) => {
  const tap = new WireTap();
  const { maxRetries } = place;
  const { messages, models } = new Anthropic({
    apiKey: place.token,
    baseURL: place.baseUrl,
    defaultHeaders: placeHeaders(place),
    fetch: tap.fetch,
    ...(maxRetries === undefined ? {} : { maxRetries }),
  });
  return {
    name: "Anthropic's client",
    dialect: "claude",
    tap,
    bound: { container: "container_elsewhere" },
    errors: { bad: Anthropic.BadRequestError, busy: Anthropic.RateLimitError },
    ask: async (ask) => hear(await messages.create(writeBody(ask))),
    stream: async (ask) => hear(await messages.stream(writeBody(ask)).finalMessage()),
    leave: async (ask) => {
      const running = messages.stream(writeBody(ask));
      running.on("text", () => running.abort());
      await running.done().catch(() => undefined);
    },
    listModels: async () => (await models.list()).data.map(({ id }) => id),
    countTokens: async (text) => {
      const counted = await messages.countTokens({
        model: "sim-model",
        messages: [{ role: "user", content: text }],
      });
      return counted.input_tokens;
    },
  };
};

function writeBody(ask: Ask): Body {
  const { text, image, tools, schema, after } = ask;
  const messages: Anthropic.MessageParam[] = [
    {
      role: "user",
      content: [
        { type: "text", text },
        ...(image === undefined
          ? []
          : [
              {
                type: "image" as const,
                source: { type: "base64" as const, media_type: "image/png" as const, data: image },
              },
            ]),
      ],
    },
  ];
  if (after !== undefined) {
    messages.push({
      role: "assistant",
      content: (after.heard.own as Anthropic.Message).content as Anthropic.ContentBlockParam[],
    });
    messages.push({
      role: "user",
      content: after.heard.calls.map(({ id }, index) => ({
        type: "tool_result" as const,
        tool_use_id: id,
        content: after.results[index]!,
      })),
    });
  }
  return {
    model: "sim-model",
    max_tokens: 4096,
    messages,
    ...(tools === undefined
      ? {}
      : {
          tools: tools.map(({ name, parameters }) => ({
            name,
            input_schema: { type: "object", ...parameters },
          })),
        }),
    ...(schema === undefined ? {} : { output_config: { format: { type: "json_schema" as const, schema } } }),
    ...(ask.thinks === true ? { thinking: { type: "enabled" as const, budget_tokens: 1024 } } : {}),
    ...ask.more,
  };
}

function hear(message: Anthropic.Message): Heard {
  const { content, usage, stop_reason: reason } = message;
  const textOf = (pick: (block: Anthropic.ContentBlock) => string | undefined) =>
    content.map((block) => pick(block) ?? "").join("");
  return {
    text: textOf((block) => (block.type === "text" ? block.text : undefined)),
    thinking: textOf((block) => (block.type === "thinking" ? block.thinking : undefined)),
    calls: content.flatMap((block) =>
      block.type === "tool_use" ? [{ id: block.id, name: block.name, input: block.input }] : [],
    ),
    stop: reason === "end_turn" ? "end" : reason === "tool_use" ? "tools" : "other",
    usage: { input: usage.input_tokens, output: usage.output_tokens },
    own: message,
  };
}
