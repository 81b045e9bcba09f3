import { AbpError } from "../../contract/index.ts";
import type { Members, StateCodec } from "../../dialects/index.ts";
import type { Engine } from "../../engines/index.ts";
import type { ResponseStore } from "../../storage/index.ts";

const PREVIOUS = "$.previous_response_id";
const CONVERSATION = "$.conversation";

/** The ids in a request of things that only an engine can keep, and whether the gateway keeps the earlier response. */
export interface RequestReferences {
  readonly references: readonly { readonly id: string; readonly where: string }[];
  readonly isKeptHere: boolean;
}

const NO_REFERENCES: RequestReferences = { references: [], isKeptHere: false };

/** Finds the ids that a request names, in the few members that the scan has read. */
export async function findReferences(
  state: StateCodec,
  responses: Pick<ResponseStore, "find">,
  members: Members,
): Promise<RequestReferences> {
  const previous = state.previousOf(members);
  const conversation = state.conversationOf(members);
  if (previous === undefined && conversation === undefined) return NO_REFERENCES;
  const isKeptHere = previous !== undefined && (await responses.find(previous)) !== undefined;
  return {
    isKeptHere,
    references: [
      ...(previous === undefined || isKeptHere ? [] : [{ id: previous, where: PREVIOUS }]),
      ...(conversation === undefined ? [] : [{ id: conversation, where: CONVERSATION }]),
    ],
  };
}

/**
 * The request with the turns that it continues put in; undefined where it continues nothing. Throws `response_not_found`
 * where nobody keeps the earlier response, `id_repeated` where its id stands for two, and `validation_failed` while it is
 * still being worked on.
 */
export async function expandState(
  state: StateCodec,
  responses: ResponseStore,
  engine: Engine,
  request: Members,
): Promise<Members | undefined> {
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
  const turns = await responses.chain(previous).catch((error: unknown) => {
    if (!AbpError.is(error) || (error.code !== "response_not_found" && error.code !== "id_repeated"))
      throw error;
    throw new AbpError(error.code, error.message, { where: PREVIOUS, cause: error });
  });
  return state.expand(
    request,
    turns.map(({ input, body }) => ({ input, response: body })),
  );
}

/** Keeps an answer, so that later calls can continue it on any engine. An answer without an id cannot be continued. */
export async function keepState(
  state: StateCodec,
  responses: ResponseStore,
  engine: Engine,
  runId: string,
  createdAt: Date,
  request: Members,
  response: unknown,
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
  });
}
