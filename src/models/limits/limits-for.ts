import { BoundedCache } from "../../lib/index.ts";
import { findModel } from "../catalogue/model-lookup.ts";
import { limitRows } from "./apis/limit-rows.ts";
import type { LimitRow } from "./limit-row.ts";
import type { ModelLimits } from "./model-limits.ts";
import { readName } from "./names/read-name.ts";

// Callers choose the names of models, so what is kept for each API is bounded.
const KEPT_LIMITS = { maxEntries: 500, maxBytes: 512 * 1024 };

const rowsOf = Map.groupBy(limitRows, ({ api }) => api);
const kept = new Map<string, BoundedCache<ModelLimits>>();

/** The limits of a model behind an API, which is named by its dialect. An unknown model has the API's own limits only. */
export function limitsFor(api: string, model: string): ModelLimits {
  const known = kept.get(api)?.get(model);
  if (known !== undefined) return known;
  const found = withKinds(collect(rowsOf.get(api) ?? [], model), api, model);
  const ofApi = kept.get(api) ?? new BoundedCache<ModelLimits>(KEPT_LIMITS);
  ofApi.set(model, found);
  kept.set(api, ofApi);
  return found;
}

// The catalogue knows what a model reads. It takes the id of a dialect for its vendor.
function withKinds(limits: ModelLimits, api: string, model: string): ModelLimits {
  const kinds = findModel(api, model)?.entry.input;
  return kinds === undefined ? limits : { ...limits, media: { ...limits.media, kinds } };
}

function collect(rows: readonly LimitRow[], model: string): ModelLimits {
  const name = readName(model);
  const found: Record<string, object> = {};
  for (const { includes, limits } of rows) {
    if (includes !== undefined && !includes(name)) continue;
    for (const [member, value] of Object.entries(limits)) found[member] = { ...found[member], ...value };
  }
  return found;
}
