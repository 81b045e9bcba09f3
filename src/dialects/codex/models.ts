import type { ListedModel } from "../catalogue/model-list.ts";
import { Cursor, missing } from "../members/cursor.ts";
import type { Members } from "../members/members.ts";

export function readTokenCount(body: unknown): number {
  const cursor = new Cursor(body, "$");
  const count = cursor.number("input_tokens");
  if (count === undefined) throw missing("$.input_tokens");
  return count;
}

export function writeTokenCount(count: number): Members {
  return { object: "response.input_tokens", input_tokens: count };
}

/** Reads a list of models; the Codex backend names it `models` and calls an id a slug. */
export function readModels(body: unknown): readonly ListedModel[] {
  const cursor = new Cursor(body, "$");
  const list = cursor.peek("data") === undefined ? "models" : "data";
  return cursor.list(list, (item, path) => readModel(new Cursor(item, path))) ?? [];
}

function readModel(model: Cursor): ListedModel {
  const id = model.text("id") ?? model.need("slug");
  const name = model.text("display_name");
  const created = model.number("created");
  const owner = model.text("owned_by");
  const contextWindow = model.number("context_window");
  return {
    id,
    ...(name === undefined ? {} : { name }),
    ...(created === undefined ? {} : { created }),
    ...(owner === undefined ? {} : { owner }),
    ...(contextWindow === undefined ? {} : { contextWindow }),
  };
}

/** Writes a list of models as OpenAI does. */
export function writeModels(models: readonly ListedModel[]): Members {
  return { object: "list", data: models.map(writeModel) };
}

export function writeModel({ id, created, owner }: ListedModel): Members {
  return { id, object: "model", created: created ?? 0, owned_by: owner ?? "system" };
}
