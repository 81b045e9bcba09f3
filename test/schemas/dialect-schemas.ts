import { openAiDocument, openResponsesDocument } from "./published.ts";
import type { Schema } from "./schema.ts";
import { sdkDocument } from "./sdk.ts";
import { openValidator, type Root } from "./validator.ts";

/** Gives what is wrong with a value; nothing if it fits. */
export type Check = (value: unknown) => string[];

/** What may be checked of a dialect. */
export interface DialectSchemas {
  readonly answer: Check;
  /** One event of a stream. */
  readonly event: Check;
  readonly error: Check;
  readonly models: Check;
  readonly model: Check;
  readonly count?: Check;
}

const anthropic = "@anthropic-ai/sdk/resources";

function chat(): DialectSchemas {
  const document = openAiDocument();
  const check = (name: string) => openValidator([[document, name]]);
  return {
    answer: check("CreateChatCompletionResponse"),
    event: either(check("CreateChatCompletionStreamResponse"), "error", check("ErrorResponse")),
    error: check("ErrorResponse"),
    models: check("ListModelsResponse"),
    model: check("Model"),
  };
}

function responses(): DialectSchemas {
  const openAi = openAiDocument();
  const open = openResponsesDocument();
  const check = (...roots: Root[]) => openValidator(roots);
  return {
    answer: check([openAi, "Response"], [open, "ResponseResource"]),
    event: check([openAi, "ResponseStreamEvent"], [open, "StreamEvent"]),
    error: check([openAi, "ErrorResponse"]),
    models: check([openAi, "ListModelsResponse"]),
    model: check([openAi, "Model"]),
    count: check([openAi, "TokenCountsResource"]),
  };
}

function messages(): DialectSchemas {
  const own = sdkDocument("Anthropic", `${anthropic}/messages/messages.d.ts`, [
    "Message",
    "RawMessageStreamEvent",
    "MessageTokensCount",
  ]);
  const beta = sdkDocument("Anthropic beta", `${anthropic}/beta/messages/messages.d.ts`, [
    "BetaMessage",
    "BetaRawMessageStreamEvent",
    "BetaMessageTokensCount",
  ]);
  const shared = sdkDocument("Anthropic", `${anthropic}/shared.d.ts`, ["ErrorResponse"]);
  const models = sdkDocument("Anthropic", `${anthropic}/models.d.ts`, ["ModelInfo"]);
  const page = { type: "array", items: models.schemas["ModelInfo"]! };
  const list = { ...models, schemas: { ...models.schemas, Page: pageOf(page) } };
  const event = openValidator([[own, "RawMessageStreamEvent"]], [[beta, "BetaRawMessageStreamEvent"]]);
  const error = openValidator([[shared, "ErrorResponse"]]);
  return {
    answer: openValidator([[own, "Message"]], [[beta, "BetaMessage"]]),
    event: (value) => {
      const { type } = value as { type?: unknown };
      // The client takes pings out of a stream before its types apply.
      if (type === "ping") return Object.keys(value as object).length === 1 ? [] : ["$: a ping has members"];
      return type === "error" ? error(value) : event(value);
    },
    error,
    models: openValidator([[list, "Page"]]),
    model: openValidator([[list, "ModelInfo"]]),
    count: openValidator([[own, "MessageTokensCount"]], [[beta, "BetaMessageTokensCount"]]),
  };
}

function pageOf(data: Schema): Schema {
  const id = { anyOf: [{ type: "string" }, { type: "null" }] };
  return {
    type: "object",
    properties: { data, has_more: { type: "boolean" }, first_id: id, last_id: id },
    required: ["data", "has_more", "first_id", "last_id"],
  };
}

function gemini(): DialectSchemas {
  const types = sdkDocument("Google", "@google/genai/dist/genai.d.ts", [
    "GenerateContentResponse",
    "CountTokensResponse",
    "Model",
  ]);
  const document = { ...types, schemas: { ...types.schemas, Status: statusSchema, Models: modelsSchema } };
  const check = (name: string) => openValidator([[document, name]]);
  return {
    answer: check("GenerateContentResponse"),
    event: either(check("GenerateContentResponse"), "error", check("Status")),
    error: check("Status"),
    models: check("Models"),
    model: check("Model"),
    count: check("CountTokensResponse"),
  };
}

// The SDK has no types for these two. They follow google.rpc.Status and the reference of models.list.
const statusSchema = {
  type: "object",
  properties: {
    error: {
      type: "object",
      properties: {
        code: { type: "integer" },
        message: { type: "string" },
        status: { type: "string" },
        details: { type: "array", items: { type: "object" } },
      },
      required: ["code", "message", "status"],
    },
  },
  required: ["error"],
};
const modelsSchema = {
  type: "object",
  properties: {
    models: { type: "array", items: { $ref: "#/components/schemas/Model" } },
    nextPageToken: { type: "string" },
  },
  required: ["models"],
};

function either(usual: Check, member: string, other: Check): Check {
  return (value) => (Object.hasOwn(value as object, member) ? other(value) : usual(value));
}

/** The schemas of each of the four large dialects, opened when they are first asked for. */
export const openSchemas: Readonly<Record<string, () => DialectSchemas>> = {
  openai: chat,
  codex: responses,
  claude: messages,
  gemini,
};
