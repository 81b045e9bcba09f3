import type { ListedModel } from "../catalogue/model-list.ts";
import { Cursor, missing } from "../members/cursor.ts";
import { isMembers, type Members, put } from "../members/members.ts";
import type { ChatProfile } from "./profile.ts";

/** Reads the answer of a token counter. */
export function readTokenCount(body: unknown, profile: ChatProfile): number {
  let cursor = new Cursor(body, "$");
  for (const name of profile.tokenCount.slice(0, -1)) {
    const inner = cursor.object(name);
    if (inner === undefined) throw missing(cursor.at(name));
    cursor = inner;
  }
  const last = profile.tokenCount.at(-1)!;
  const count = cursor.number(last);
  if (count === undefined) throw missing(cursor.at(last));
  return count;
}

/** Writes the answer of a token counter. */
export function writeTokenCount(count: number, profile: ChatProfile): Members {
  return profile.tokenCount.reduceRight<unknown>((inner, name) => ({ [name]: inner }), count) as Members;
}

/** Reads a list of models. */
export function readModels(body: unknown, profile: ChatProfile): readonly ListedModel[] {
  const cursor = new Cursor(body, "$");
  const models = cursor.list("data", (item, path) => readModel(item, path, profile));
  if (models === undefined) throw missing("$.data");
  return models;
}

function readModel(item: unknown, path: string, profile: ChatProfile): ListedModel {
  const cursor = new Cursor(item, path);
  const model: Members = { id: cursor.need("id") };
  put(model, "name", cursor.text("name"));
  put(model, "created", cursor.number("created"));
  put(model, "owner", cursor.text(profile.modelOwner));
  const limits = limitsIn(cursor.value);
  put(model, "contextWindow", limits["max_context_window_tokens"] ?? cursor.number("context_length"));
  put(model, "maxOutput", limits["max_output_tokens"]);
  return model as unknown as ListedModel;
}

// Copilot states a model's limits among its capabilities.
function limitsIn(model: Members): Members {
  const capabilities = model["capabilities"];
  const limits = isMembers(capabilities) ? capabilities["limits"] : undefined;
  return isMembers(limits) ? limits : {};
}

/** Writes a list of models. */
export function writeModels(models: readonly ListedModel[], profile: ChatProfile): Members {
  return { object: "list", data: models.map((model) => writeModel(model, profile)) };
}

export function writeModel(model: ListedModel, profile: ChatProfile): Members {
  const written: Members = {
    id: model.id,
    object: "model",
    created: model.created ?? 0,
    [profile.modelOwner]: model.owner ?? profile.modelPrefix,
  };
  if (profile.modelOwner === "vendor") putCopilotMembers(written, model);
  else if (profile.listsContext === true) put(written, "context_length", model.contextWindow);
  return written;
}

function putCopilotMembers(written: Members, model: ListedModel): void {
  written["name"] = model.name ?? model.id;
  const limits: Members = {};
  put(limits, "max_context_window_tokens", model.contextWindow);
  put(limits, "max_output_tokens", model.maxOutput);
  if (Object.keys(limits).length > 0) written["capabilities"] = { type: "chat", limits };
}
