import type { ListedModel } from "../dialect.ts";
import { Cursor, missing } from "../members/cursor.ts";
import type { Members } from "../members/members.ts";

// The API's own value for an unknown date.
const UNKNOWN_DATE = "1970-01-01T00:00:00Z";

/** Reads the answer of the token counter. */
export function readTokenCount(body: unknown): number {
  const count = new Cursor(body, "$").number("input_tokens");
  if (count === undefined) throw missing("$.input_tokens");
  return count;
}

/** Writes the answer of the token counter. */
export function writeTokenCount(count: number): Members {
  return { input_tokens: count };
}

/** Reads a list of models. */
export function readModels(body: unknown): ListedModel[] {
  const models = new Cursor(body, "$").list("data", readModel);
  if (models === undefined) throw missing("$.data");
  return models;
}

/** Writes a list of models: one page that holds them all. */
export function writeModels(models: readonly ListedModel[]): Members {
  return {
    data: models.map(writeModel),
    has_more: false,
    first_id: models[0]?.id ?? null,
    last_id: models.at(-1)?.id ?? null,
  };
}

function readModel(item: unknown, path: string): ListedModel {
  const cursor = new Cursor(item, path);
  const name = cursor.text("display_name");
  const date = cursor.text("created_at");
  const created = date === undefined || date === UNKNOWN_DATE ? Number.NaN : Date.parse(date) / 1000;
  const contextWindow = cursor.number("max_input_tokens");
  const maxOutput = cursor.number("max_tokens");
  return {
    id: cursor.need("id"),
    ...(name === undefined ? {} : { name }),
    ...(Number.isNaN(created) ? {} : { created }),
    ...(contextWindow === undefined ? {} : { contextWindow }),
    ...(maxOutput === undefined ? {} : { maxOutput }),
  };
}

/** Writes one model. */
export function writeModel({ id, name, created, contextWindow, maxOutput }: ListedModel): Members {
  return {
    type: "model",
    id,
    display_name: name ?? id,
    created_at: created === undefined ? UNKNOWN_DATE : formatDate(created),
    ...(contextWindow === undefined ? {} : { max_input_tokens: contextWindow }),
    ...(maxOutput === undefined ? {} : { max_tokens: maxOutput }),
  };
}

function formatDate(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
}
