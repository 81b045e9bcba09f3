import OpenAI from "openai";
import type {
  Response,
  ResponseCreateParamsNonStreaming,
  ResponseInput,
} from "openai/resources/responses/responses";
import { openSdk } from "./chat-client.ts";
import { type Ask, type Heard, type OpenClient, parseInput } from "./vendor-client.ts";
import { WireTap } from "./wire-tap.ts";

type Body = ResponseCreateParamsNonStreaming;

/** Opens OpenAI's client for Responses. */
export const openResponsesClient: OpenClient = (place) => {
  const tap = new WireTap();
  const { responses, models } = openSdk(place, tap);
  return {
    name: "OpenAI's client for Responses",
    dialect: "codex",
    tap,
    bound: { prompt: { id: "pmpt_elsewhere" } },
    errors: { bad: OpenAI.BadRequestError, busy: OpenAI.RateLimitError },
    ask: async (ask) => hear(await responses.create(writeBody(ask))),
    stream: async (ask) => hear(await responses.stream({ ...writeBody(ask), stream: true }).finalResponse()),
    leave: async (ask) => {
      const running = responses.stream({ ...writeBody(ask), stream: true });
      running.on("response.output_text.delta", () => running.abort());
      await running.done().catch(() => undefined);
    },
    listModels: async () => (await models.list()).data.map(({ id }) => id),
    countTokens: async (text) =>
      (await responses.inputTokens.count({ model: "sim-model", input: text })).input_tokens,
  };
};

function writeBody(ask: Ask): Body {
  const { text, image, tools, schema, after } = ask;
  const input: ResponseInput = [
    {
      role: "user",
      content: [
        { type: "input_text", text },
        ...(image === undefined
          ? []
          : [
              {
                type: "input_image" as const,
                detail: "auto" as const,
                image_url: `data:image/png;base64,${image}`,
              },
            ]),
      ],
    },
  ];
  if (after !== undefined) {
    input.push(...((after.heard.own as Response).output as ResponseInput));
    for (const [index, { id }] of after.heard.calls.entries())
      input.push({ type: "function_call_output", call_id: id, output: after.results[index]! });
  }
  return {
    model: "sim-model",
    input,
    ...(tools === undefined
      ? {}
      : {
          tools: tools.map(({ name, parameters }) => ({
            type: "function" as const,
            name,
            parameters,
            strict: false,
          })),
        }),
    ...(schema === undefined
      ? {}
      : { text: { format: { type: "json_schema" as const, name: "answer", schema, strict: true } } }),
    ...(ask.thinks === true ? { reasoning: { effort: "low" as const, summary: "auto" as const } } : {}),
    ...ask.more,
  };
}

/** What a response says. */
export function hear(response: Response): Heard {
  const { output, usage, status } = response;
  const calls = output.flatMap((item) =>
    item.type === "function_call"
      ? [{ id: item.call_id, name: item.name, input: parseInput(item.arguments) }]
      : [],
  );
  return {
    text: response.output_text,
    thinking: output
      .flatMap((item) => (item.type === "reasoning" ? [...item.summary, ...(item.content ?? [])] : []))
      .map(({ text }) => text)
      .join(""),
    calls,
    stop: status !== "completed" ? "other" : calls.length > 0 ? "tools" : "end",
    usage: usage === undefined ? undefined : { input: usage.input_tokens, output: usage.output_tokens },
    own: response,
  };
}
