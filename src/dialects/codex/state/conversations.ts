import { AbpError } from "../../../contract/index.ts";
import { isMembers, type Members } from "../../members/members.ts";
import type { ConversationCodec, IdentifiedItem } from "../../state/state-codec.ts";
import { isReference, itemId } from "./items.ts";
import { mintItemId, showItem } from "./shown-item.ts";

/** The most items of one call (openai-node, ConversationCreateParams.items). */
const MAX_ITEMS = 20;
/** openai-node, Shared.Metadata. */
const MAX_METADATA_PAIRS = 16;
const MAX_PAGE = 100;
const DEFAULT_PAGE = 20;

/** The endpoints of conversations. */
export const conversations: ConversationCodec = {
  readCreation: (body) => ({
    metadata: readMetadata(body),
    items: body["items"] === undefined || body["items"] === null ? [] : readItems(body),
  }),
  readMetadata,
  readItems,
  readPage,
  identify: (items, unique) =>
    items
      .filter((item) => !isReference(item))
      .map((item, index) => ({ id: itemId(item) ?? mintItemId(item, `${unique}${index}`), item })),
  writeConversation: (id, created, metadata) => ({
    id,
    object: "conversation",
    created_at: created,
    metadata,
  }),
  writeDeleted: (id) => ({ id, object: "conversation.deleted", deleted: true }),
  writeItem: ({ id, item }) => showItem(id, item),
  writeItems,
};

function readMetadata(body: Members): Members {
  const metadata = body["metadata"] ?? {};
  const isValid =
    isMembers(metadata) &&
    Object.keys(metadata).length <= MAX_METADATA_PAIRS &&
    Object.entries(metadata).every(
      ([name, value]) => name.length <= 64 && typeof value === "string" && value.length <= 512,
    );
  if (isValid) return metadata;
  throw invalid(
    "$.metadata",
    `must be an object of at most ${MAX_METADATA_PAIRS} texts, with names of at most 64 characters and values of at most 512`,
  );
}

function readItems(body: Members): readonly unknown[] {
  const { items } = body;
  if (!Array.isArray(items) || !items.every(isMembers)) throw invalid("$.items", "must be a list of items");
  if (items.length > MAX_ITEMS)
    throw invalid("$.items", `has ${items.length} items; one call adds at most ${MAX_ITEMS}`);
  return items;
}

function readPage(query: URLSearchParams): ReturnType<ConversationCodec["readPage"]> {
  const limit = query.get("limit") === null ? DEFAULT_PAGE : Number(query.get("limit"));
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE)
    throw invalid("$.limit", `must be a whole number from 1 to ${MAX_PAGE}`);
  const order = query.get("order") ?? "desc";
  if (order !== "asc" && order !== "desc") throw invalid("$.order", "must be asc or desc");
  return { after: query.get("after") ?? undefined, limit, isNewestFirst: order === "desc" };
}

function writeItems(items: readonly IdentifiedItem[], hasMore: boolean): Members {
  return {
    object: "list",
    data: items.map(({ id, item }) => showItem(id, item)),
    first_id: items[0]?.id ?? null,
    last_id: items.at(-1)?.id ?? null,
    has_more: hasMore,
  };
}

function invalid(where: string, what: string): AbpError {
  return new AbpError("validation_failed", `${where.slice(2)} ${what}`, { where });
}
