import { AbpError } from "../../contract/index.ts";
import type { Members, StateCodec } from "../../dialects/index.ts";
import type { Engine } from "../../engines/index.ts";
import type { KeptItem, KeptResponse, OwnedContent } from "../../storage/index.ts";
import { PREVIOUS, PREVIOUS_NOT_FOUND } from "../id-owners/engine-ids.ts";
import { insertItems } from "./item-references.ts";

const CONVERSATION = "$.conversation";

/** What a request continues. */
export interface RequestReferences {
  /** The ids of things that only an engine can keep. */
  readonly references: readonly { readonly id: string; readonly where: string }[];
  /** Whether the gateway keeps the earlier response or the conversation. */
  readonly isKeptHere: boolean;
  /** The conversation, if the gateway keeps it. */
  readonly conversation?: string | undefined;
}

const NO_REFERENCES: RequestReferences = { references: [], isKeptHere: false };

/** The content that calls continue. */
export type ContinuedContent = Pick<OwnedContent, "responses" | "conversations">;

/** Finds the ids that a request names, in the few members that the scan has read. */
export async function findReferences(
  state: StateCodec,
  { responses, conversations }: ContinuedContent,
  members: Members,
): Promise<RequestReferences> {
  const previous = state.previousOf(members);
  const conversation = state.conversationOf(members);
  if (previous === undefined && conversation === undefined) return NO_REFERENCES;
  const hasPrevious = previous !== undefined && (await responses.find(previous)) !== undefined;
  const hasConversation =
    conversation !== undefined && (await conversations.find(conversation)) !== undefined;
  return {
    isKeptHere: hasPrevious || hasConversation,
    conversation: hasConversation ? conversation : undefined,
    references: [
      ...(previous === undefined || hasPrevious ? [] : [{ id: previous, where: PREVIOUS }]),
      ...(conversation === undefined || hasConversation ? [] : [{ id: conversation, where: CONVERSATION }]),
    ],
  };
}

/**
 * The request with the turns that it continues and the items that it names put in; undefined if there are none. Throws
 * `response_not_found` if nobody keeps them, `id_repeated` if the id of a response stands for two, and
 * `validation_failed` while the earlier response is still being worked on.
 */
export async function expandState(
  state: StateCodec,
  content: ContinuedContent,
  engine: Pick<Engine, "name" | "keepsResponses">,
  request: Members,
): Promise<Members | undefined> {
  const named = await insertItems(state, content, engine, request);
  const turns = await findTurns(state, content, engine, request);
  if (turns === undefined) return named === request ? undefined : named;
  // The earlier turns may name items too.
  return insertItems(state, content, engine, state.expand(named, turns));
}

async function findTurns(
  state: StateCodec,
  { responses, conversations }: ContinuedContent,
  engine: Pick<Engine, "name" | "keepsResponses">,
  request: Members,
): Promise<Parameters<StateCodec["expand"]>[1] | undefined> {
  const conversation = state.conversationOf(request);
  if (conversation !== undefined) {
    const items = await conversations.items(conversation);
    return [{ input: items.map(({ item }) => item), response: undefined }];
  }
  const previous = state.previousOf(request);
  if (previous === undefined) return undefined;
  const last = await responses.find(previous);
  if (last?.isNative === true && engine.keepsResponses && last.engine === engine.name) return undefined;
  if (last?.isPending === true) {
    throw new AbpError("validation_failed", `the response ${previous} is still in progress`, {
      where: PREVIOUS,
      advice: "Fetch the response until its status is `completed`, then continue it.",
    });
  }
  const turns = await responses.chain(previous).catch((error: unknown): never => {
    throw AbpError.is(error) ? atPrevious(error) : error;
  });
  return turns.map(({ input, body }: KeptResponse) => ({ input, response: body }));
}

// The vendor has a code of its own for an earlier response that does not exist.
function atPrevious(error: AbpError): AbpError {
  if (error.code !== "response_not_found" && error.code !== "id_repeated") return error;
  const isMissing = error.code === "response_not_found";
  return new AbpError(error.code, error.message, {
    where: PREVIOUS,
    cause: error,
    ...(isMissing ? { details: { vendor_code: PREVIOUS_NOT_FOUND } } : {}),
  });
}

/** An answer that is kept. */
export interface KeptTurnFacts {
  readonly engine: Pick<Engine, "name">;
  readonly runId: string;
  readonly createdAt: Date;
  /** The request as the caller sent it. */
  readonly request: Members;
  readonly response: unknown;
}

/** Keeps an answer, so that later calls can continue it on any engine. An answer without an id cannot be continued. */
export async function keepState(
  state: StateCodec,
  { responses }: Pick<OwnedContent, "responses">,
  { engine, runId, createdAt, request, response }: KeptTurnFacts,
): Promise<void> {
  const id = state.idOf(response);
  if (id === undefined) return;
  const previousId = state.previousOf(request);
  await responses.keep({
    id,
    ...(previousId === undefined ? {} : { previousId }),
    createdAt,
    runId,
    engine: engine.name,
    isNative: false,
    input: state.inputOf(request),
    body: response,
    itemIds: state.itemsOf(response).map((item) => item.id),
  });
}

/** The items of a turn that a conversation gets; `input` is that of the turn alone. */
export function turnItems(
  state: StateCodec,
  runId: string,
  input: unknown,
  response: unknown,
): readonly KeptItem[] {
  const unique = runId.replaceAll("-", "");
  return [...state.conversations.identify(input as readonly unknown[], unique), ...state.itemsOf(response)];
}
