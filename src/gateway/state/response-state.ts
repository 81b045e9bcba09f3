import { AbpError } from "../../contract/index.ts";
import type { Members, StateCodec } from "../../dialects/index.ts";
import type { Engine } from "../../engines/index.ts";
import type { Ledger } from "../../storage/index.ts";

/**
 * The request with the turns that it continues put in; undefined when it continues nothing, or when the engine keeps
 * the earlier response itself. Throws `response_not_found` when nobody has it.
 */
export async function expandState(
  state: StateCodec,
  ledger: Ledger,
  engine: Engine,
  request: Members,
): Promise<Members | undefined> {
  const previous = state.previousOf(request);
  if (previous === undefined) return undefined;
  const last = await ledger.responses.find(previous);
  if (engine.keepsResponses && (last === undefined || (last.isNative && last.engine === engine.name)))
    return undefined;
  const turns = await ledger.responses.chain(previous).catch((error: unknown) => {
    if (!AbpError.is(error) || error.code !== "response_not_found") throw error;
    throw new AbpError(error.code, error.message, { where: "$.previous_response_id", cause: error });
  });
  return state.expand(
    request,
    turns.map(({ input, body }) => ({ input, response: body })),
  );
}

/** Keeps an answer, so that later calls can continue it on any engine. */
export async function keepState(
  state: StateCodec,
  ledger: Ledger,
  engine: Engine,
  runId: string,
  createdAt: Date,
  request: Members,
  response: unknown,
): Promise<void> {
  const id = state.idOf(response);
  if (id === undefined) return;
  const previousId = state.previousOf(request);
  await ledger.responses.keep({
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
