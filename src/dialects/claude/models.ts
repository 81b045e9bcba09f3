import type { ListedModel } from "../catalogue/model-list.ts";
import { Cursor, missing } from "../members/cursor.ts";
import type { Members } from "../members/members.ts";
import { asVendor, leftover, ownMembers, restoreOwn } from "../members/own-members.ts";
import { ID } from "./wire.ts";

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
  const created = readDate(cursor.text("created_at"));
  const contextWindow = cursor.number("max_input_tokens");
  const maxOutput = cursor.number("max_tokens");
  const lifecycle = cursor.text("lifecycle");
  const deprecated = readDate(cursor.text("deprecated_at"));
  const retires = readDate(cursor.text("retires_at"));
  cursor.take("type");
  return {
    id: cursor.need("id"),
    ...(name === undefined ? {} : { name }),
    ...(created === undefined ? {} : { created }),
    ...(contextWindow === undefined ? {} : { contextWindow }),
    ...(maxOutput === undefined ? {} : { maxOutput }),
    ...(isLifecycle(lifecycle) ? { lifecycle } : {}),
    ...(deprecated === undefined ? {} : { deprecated }),
    ...(retires === undefined ? {} : { retires }),
    ...asVendor(ID, leftover(cursor)),
  };
}

function isLifecycle(word: string | undefined): word is NonNullable<ListedModel["lifecycle"]> {
  return word === "active" || word === "deprecated" || word === "retired";
}

function readDate(text: string | undefined): number | undefined {
  const seconds = text === undefined || text === UNKNOWN_DATE ? Number.NaN : Date.parse(text) / 1000;
  return Number.isNaN(seconds) ? undefined : seconds;
}

/** Writes one model, with every member that the API has. */
export function writeModel(model: ListedModel): Members {
  const { id, name, created, lifecycle, deprecated, retires, contextWindow, maxOutput } = model;
  const written: Members = {
    type: "model",
    id,
    display_name: name ?? id,
    created_at: created === undefined ? UNKNOWN_DATE : formatDate(created),
    lifecycle: lifecycle ?? "active",
    deprecated_at: deprecated === undefined ? null : formatDate(deprecated),
    retires_at: retires === undefined ? null : formatDate(retires),
    line: null,
    capabilities: null,
    max_input_tokens: contextWindow ?? null,
    max_tokens: maxOutput ?? null,
  };
  return restoreOwn(written, ownMembers(model, ID));
}

function formatDate(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
}
