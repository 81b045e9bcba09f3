import { AbpError } from "../../contract/index.ts";
import { type ConversationCodec, isMembers, type Members } from "../../dialects/index.ts";
import type { Engine } from "../../engines/index.ts";
import { findHeader, parseAsWritten } from "../../lib/index.ts";
import type { ConversationStore, KeptConversation } from "../../storage/index.ts";
import type { GatewayContext } from "../context.ts";
import type { Admission } from "../exchange/admission.ts";
import { type ContentAnswer, contentAnswer } from "../plain-answers/content-answer.ts";
import { LONG_JSON_BYTES, LongJsonRead } from "../slices/long-json.ts";
import { conversationNotFound, itemNotFound } from "./not-found.ts";

/**
 * Serves an endpoint of conversations; undefined if an engine keeps the conversation, or if the gateway keeps none of
 * that id. Any thread answers for any conversation.
 */
export async function serveConversationEndpoint(
  admission: Admission,
  context: Pick<GatewayContext, "ledgerOf" | "now" | "newId" | "router" | "limits" | "slices">,
  body: Buffer,
): Promise<ContentAnswer | undefined> {
  const { dialect, endpoint, parameters } = admission.recognised;
  const codec = dialect.state?.conversations;
  if (codec === undefined) return undefined;
  const { conversations } = context.ledgerOf(admission.caller.tenant).contentOf(admission.caller);
  if (endpoint.operation === "create_conversation") {
    if (findConversationEngine(admission, context) !== undefined) return undefined;
    return contentAnswer(
      await create(codec, conversations, context, await readBody(body, context)),
      context.slices,
    );
  }
  const id = parameters["id"] ?? "";
  const found = await conversations.find(id);
  if (found === undefined) return undefined;
  return contentAnswer(await serve(codec, conversations, admission, context, found, body), context.slices);
}

/** The engine that a new conversation is created on, if that engine keeps conversations itself. */
export function findConversationEngine(
  { caller, head, recognised }: Admission,
  { router }: Pick<GatewayContext, "router">,
): Engine | undefined {
  try {
    const named = findHeader(head.headers, "x-abp-engine");
    const { engine } = router.route({ model: undefined, engine: named, caller });
    return engine?.keepsResponses === true && engine.dialect === recognised.dialect ? engine : undefined;
  } catch (error) {
    // Without a default engine no engine is asked for: the conversation may continue on any.
    if (AbpError.is(error) && error.code === "model_not_routed") return undefined;
    throw error;
  }
}

async function create(
  codec: ConversationCodec,
  conversations: ConversationStore,
  { now, newId }: Pick<GatewayContext, "now" | "newId">,
  body: Members,
): Promise<Members> {
  const { metadata, items } = codec.readCreation(body);
  const unique = newId().replaceAll("-", "");
  const conversation = { id: `conv_${unique}`, createdAt: new Date(now()), metadata };
  await conversations.create(conversation, codec.identify(items, unique));
  return show(codec, conversation);
}

async function serve(
  codec: ConversationCodec,
  conversations: ConversationStore,
  { recognised }: Admission,
  context: Pick<GatewayContext, "newId" | "slices">,
  found: KeptConversation,
  body: Buffer,
): Promise<Members> {
  const { id } = found;
  const itemId = recognised.parameters["item"] ?? "";
  switch (recognised.endpoint.operation) {
    case "update_conversation": {
      const metadata = codec.readMetadata(await readBody(body, context));
      if (!(await conversations.update(id, metadata))) throw conversationNotFound(id);
      return show(codec, { ...found, metadata });
    }
    case "delete_conversation":
      await conversations.remove(id);
      return codec.writeDeleted(id);
    case "create_items": {
      const unique = context.newId().replaceAll("-", "");
      const items = codec.identify(codec.readItems(await readBody(body, context)), unique);
      if (!(await conversations.addItems(id, items))) throw conversationNotFound(id);
      return codec.writeItems(items, false);
    }
    case "list_items": {
      const page = codec.readPage(new URL(recognised.path, "http://localhost").searchParams);
      const items = await conversations.items(id, { ...page, limit: page.limit + 1 });
      return codec.writeItems(items.slice(0, page.limit), items.length > page.limit);
    }
    case "get_item": {
      const item = await conversations.findItem(itemId, id);
      if (item === undefined) throw itemNotFound(itemId);
      return codec.writeItem(item);
    }
    case "delete_item":
      if (!(await conversations.removeItem(id, itemId))) throw itemNotFound(itemId);
      return show(codec, found);
    default:
      return show(codec, found);
  }
}

function show(codec: ConversationCodec, { id, createdAt, metadata }: KeptConversation): Members {
  return codec.writeConversation(id, Math.floor(createdAt.getTime() / 1000), metadata);
}

async function readBody(body: Buffer, { slices }: Pick<GatewayContext, "slices">): Promise<Members> {
  if (body.length === 0) return {};
  let value: unknown;
  try {
    if (body.length > LONG_JSON_BYTES) {
      const read = new LongJsonRead(body, { strict: false });
      await slices.run(read);
      value = read.value;
    } else value = parseAsWritten(body.toString("utf8"));
  } catch (cause) {
    throw new AbpError("input_invalid_json", "the body is not JSON", { cause });
  }
  if (!isMembers(value)) throw new AbpError("contract_schema_violation", "$ is not an object");
  return value;
}
