import {
  ApiError,
  type Content,
  type GenerateContentParameters,
  type GenerateContentResponse,
  GoogleGenAI,
  type Part,
} from "@google/genai";
import { type Ask, collect, type Heard, type OpenClient, placeHeaders } from "./vendor-client.ts";
import { WireTap } from "./wire-tap.ts";

/** Opens Google's client. */
export const openGenerateContentClient: OpenClient = (place) => {
  const tap = new WireTap();
  const { models } = new GoogleGenAI({
    apiKey: place.token,
    vertexai: false,
    httpOptions: { baseUrl: place.baseUrl, headers: placeHeaders(place), fetch: tap.fetch },
  });
  return {
    name: "Google's client",
    dialect: "gemini",
    tap,
    bound: { cachedContent: "cachedContents/elsewhere" },
    errors: { bad: ApiError, busy: ApiError },
    ask: async (ask) => hear([await models.generateContent(writeBody(ask))]),
    stream: async (ask) => hear(await collect(await models.generateContentStream(writeBody(ask)))),
    leave: async (ask) => {
      const leaving = new AbortController();
      const body = writeBody(ask);
      try {
        const chunks = await models.generateContentStream({
          ...body,
          config: { ...body.config, abortSignal: leaving.signal },
        });
        for await (const chunk of chunks) if ((chunk.text ?? "") !== "") leaving.abort();
      } catch {
        // The client reports its own leaving as an error.
      }
    },
    listModels: async () => {
      const found = await collect(await models.list());
      return found.map(({ name }) => name?.replace(/^models\//, "") ?? "");
    },
    countTokens: async (text) =>
      (await models.countTokens({ model: "sim-model", contents: text })).totalTokens ?? 0,
  };
};

function writeBody(ask: Ask): GenerateContentParameters {
  const { text, image, tools, schema, after } = ask;
  const parts: Part[] = [{ text }];
  if (image !== undefined) parts.push({ inlineData: { mimeType: "image/png", data: image } });
  const contents: Content[] = [{ role: "user", parts }];
  if (after !== undefined) {
    contents.push({ role: "model", parts: after.heard.own as Part[] });
    contents.push({
      role: "user",
      parts: after.heard.calls.map(({ id, name }, index) => ({
        functionResponse: { ...(id === "" ? {} : { id }), name, response: { output: after.results[index]! } },
      })),
    });
  }
  return {
    model: "sim-model",
    contents,
    config: {
      ...(tools === undefined
        ? {}
        : {
            tools: [
              {
                functionDeclarations: tools.map(({ name, parameters }) => ({
                  name,
                  parametersJsonSchema: parameters,
                })),
              },
            ],
          }),
      ...(schema === undefined ? {} : { responseMimeType: "application/json", responseJsonSchema: schema }),
      ...(ask.thinks === true ? { thinkingConfig: { includeThoughts: true, thinkingBudget: 1024 } } : {}),
      ...ask.more,
    },
  };
}

// The client puts no stream together, so this does: parts of a kind belong together, and the last usage counts.
function hear(chunks: readonly GenerateContentResponse[]): Heard {
  const parts: Part[] = [];
  for (const part of chunks.flatMap((chunk) => chunk.candidates?.[0]?.content?.parts ?? [])) {
    const last = parts.at(-1);
    const isSame = last?.text !== undefined && part.text !== undefined && last.thought === part.thought;
    if (isSame) parts[parts.length - 1] = { ...last, ...part, text: `${last.text}${part.text}` };
    else parts.push(part);
  }
  const textOf = (isThought: boolean) =>
    parts.map((part) => ((part.thought ?? false) === isThought ? (part.text ?? "") : "")).join("");
  const calls = parts.flatMap(({ functionCall: call }) =>
    call === undefined ? [] : [{ id: call.id ?? "", name: call.name ?? "", input: call.args ?? {} }],
  );
  const usage = chunks.findLast((chunk) => chunk.usageMetadata !== undefined)?.usageMetadata;
  const reason = chunks.findLast((chunk) => chunk.candidates?.[0]?.finishReason !== undefined)
    ?.candidates?.[0]?.finishReason;
  return {
    text: textOf(false),
    thinking: textOf(true),
    calls,
    stop: reason !== "STOP" ? "other" : calls.length > 0 ? "tools" : "end",
    usage:
      usage === undefined
        ? undefined
        : {
            input: usage.promptTokenCount ?? 0,
            output: (usage.candidatesTokenCount ?? 0) + (usage.thoughtsTokenCount ?? 0),
          },
    own: parts,
  };
}
