import type { Ledger } from "../../storage/index.ts";
import type { CallRequest } from "../request/call-request.ts";
import type { Target } from "../routing/target.ts";
import { EngineIdWatch } from "./engine-id-watch.ts";
import { MadeIdWatch } from "./made-id-watch.ts";
import { isRestricted } from "./resource-ownership.ts";

/** A call whose answer passes through. */
export interface WatchedCall {
  readonly owner: { readonly runId: string };
  /** Takes failures that no caller sees. */
  readonly context: { readonly report: (message: string, error: unknown) => void };
  readonly request: CallRequest;
  readonly target: Target;
  readonly ledger: Ledger;
}

/** What finds the ids in an engine's answer that belong to the caller from then on. */
export interface IdWatches {
  /** Finds the id of the response if the engine keeps it. */
  readonly idWatch?: EngineIdWatch | undefined;
  /** Finds the ids of things that the vendor makes for the call. */
  readonly madeIds?: MadeIdWatch | undefined;
  /** Takes the ids of the items that the engine keeps. */
  readonly keepItems?: ((ids: readonly string[]) => void) | undefined;
}

/** Opens what finds the ids in the answer to a call. */
export function watchIds(question: WatchedCall): IdWatches {
  return {
    idWatch: watchEngineId(question),
    madeIds: watchMadeIds(question),
    keepItems: itemKeeper(question),
  };
}

// The engine's id of a response that the engine keeps belongs to the caller.
function watchEngineId({ owner, request, target, ledger }: WatchedCall): EngineIdWatch | undefined {
  const { dialect, admission } = request;
  const { engine } = target;
  const { operation } = admission.recognised.endpoint;
  if (!engine.keepsResponses || (operation !== "generate" && operation !== "create_conversation"))
    return undefined;
  if (dialect.state?.isKept(request.stateMembers) !== true) return undefined;
  const ids = ledger.contentOf(admission.caller).engineResponses;
  return new EngineIdWatch(dialect.state, (id) => ids.record(engine.name, id, owner.runId));
}

// What the vendor makes for the call at an account of several keys belongs to the caller.
function watchMadeIds({ context, request, target, ledger }: WatchedCall): MadeIdWatch | undefined {
  if (!request.makesThings) return undefined;
  const { resourceOwners } = ledger.contentOf(request.admission.caller);
  const { name, dialect } = target.engine;
  return new MadeIdWatch(dialect.accountIds, (id) => {
    void resourceOwners
      .keep([{ engine: name, id }])
      .catch((error: unknown) => context.report("the owner of an id could not be stored", error));
  });
}

// The items that an engine keeps can be named in place of their content.
function itemKeeper({ context, request, target, ledger }: WatchedCall): IdWatches["keepItems"] {
  const { dialect, admission } = request;
  const { engine } = target;
  if (!engine.keepsResponses || engine.isSimulated || !isRestricted(admission.caller, engine))
    return undefined;
  if (dialect.state?.isKept(request.stateMembers) !== true) return undefined;
  const { resourceOwners } = ledger.contentOf(admission.caller);
  return (ids) => {
    if (ids.length === 0) return;
    void resourceOwners
      .keep(ids.map((id) => ({ engine: engine.name, id })))
      .catch((error: unknown) => context.report("the owner of an id could not be stored", error));
  };
}
