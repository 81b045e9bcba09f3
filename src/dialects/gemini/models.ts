import type { ListedModel } from "../catalogue/model-list.ts";
import { Cursor, missing } from "../members/cursor.ts";
import type { Members } from "../members/members.ts";

const METHODS = ["generateContent", "countTokens"];

/** Reads the answer of `countTokens`; proto3 JSON leaves a zero out. */
export function readTokenCount(body: unknown): number {
  return new Cursor(body, "$").number("totalTokens") ?? 0;
}

/** Writes the answer of `countTokens`. */
export function writeTokenCount(count: number): Members {
  return { totalTokens: count };
}

/** Reads a list of models, of the Gemini API (`models`) or of Vertex AI (`publisherModels`). */
export function readModels(body: unknown): ListedModel[] {
  const cursor = new Cursor(body, "$");
  const list = cursor.peek("models") === undefined ? "publisherModels" : "models";
  const models = cursor.list(list, (item, path) => {
    const model = new Cursor(item, path);
    const resource = model.text("name");
    if (resource === undefined) throw missing(model.at("name"));
    const name = model.text("displayName");
    const contextWindow = model.number("inputTokenLimit");
    const maxOutput = model.number("outputTokenLimit");
    return {
      id: resource.replace(/^(?:publishers\/google\/)?models\//, ""),
      ...(name === undefined ? {} : { name }),
      ...(contextWindow === undefined ? {} : { contextWindow }),
      ...(maxOutput === undefined ? {} : { maxOutput }),
    };
  });
  return models ?? [];
}

/** Writes a list of models. */
export function writeModels(models: readonly ListedModel[]): Members {
  return { models: models.map(writeModel) };
}

export function writeModel({ id, name, contextWindow, maxOutput }: ListedModel): Members {
  return {
    name: `models/${id}`,
    displayName: name ?? id,
    ...(contextWindow === undefined ? {} : { inputTokenLimit: contextWindow }),
    ...(maxOutput === undefined ? {} : { outputTokenLimit: maxOutput }),
    supportedGenerationMethods: METHODS,
  };
}
