import type { Members, StateCodec } from "../../dialects/index.ts";
import type { Engine } from "../../engines/index.ts";
import type { OwnedContent } from "../../storage/index.ts";
import { itemNotFound } from "./not-found.ts";

/**
 * The request with kept items of the owner in place of the references to them; the same object if it has none. Throws
 * `response_not_found` for an item that is not kept, unless the engine keeps items itself.
 */
export async function insertItems(
  state: StateCodec,
  content: Pick<OwnedContent, "responses" | "conversations">,
  { keepsResponses }: Pick<Engine, "keepsResponses">,
  request: Members,
): Promise<Members> {
  const references = state.referencesOf(request);
  if (references.length === 0) return request;
  const found = new Map<string, unknown>();
  for (const { id, where } of references) {
    const item = found.has(id) ? found.get(id) : await findItem(state, content, id);
    if (item !== undefined) found.set(id, item);
    else if (!keepsResponses) throw itemNotFound(id, where);
  }
  return state.insertItems(request, found);
}

async function findItem(
  state: StateCodec,
  { responses, conversations }: Pick<OwnedContent, "responses" | "conversations">,
  id: string,
): Promise<unknown> {
  const response = await responses.findByItem(id);
  const item = state.itemsOf(response?.body).find((one) => one.id === id);
  return item?.item ?? (await conversations.findItem(id))?.item;
}
