import { AbpError } from "../../contract/index.ts";
import type { Engine } from "../../engines/index.ts";
import { findHeader } from "../../lib/index.ts";
import { type EngineResponses, repeatedId } from "../../storage/index.ts";
import type { Admission } from "../exchange/admission.ts";
import type { Caller } from "../exchange/caller.ts";
import type { EngineDirectory } from "../routing/router.ts";

/**
 * Checks that a caller may send an id to an engine that keeps something under it. An id that no call of the caller got
 * from this engine may go there only if it cannot be another caller's: with the caller's own vendor key, or if
 * no other key is configured; the owner of the machine may send each one that is not known as another's. Otherwise throws `response_not_found`, the same as for an id that never was. Throws
 * `id_repeated` if the engine gave the id to another call too. `where` is the path of the id in the request.
 */
export async function checkEngineId(
  ids: EngineResponses,
  engine: Pick<Engine, "name" | "usesCallerKey">,
  caller: Pick<Caller, "isOnlyKey" | "isMachineOwner">,
  id: string,
  where: string,
): Promise<void> {
  const status = (await ids.find(id)).get(engine.name);
  if (status === "own" || (status === undefined && acceptsUnknownIds(engine, caller))) return;
  if (status === "repeated") throw repeatedId(id, where);
  throw notOwned(id, where);
}

/**
 * Finds the engine that keeps a response which the gateway does not keep: the one that gave its id to the caller. Throws
 * `response_not_found` if there is none, and `id_repeated` if there are two.
 */
export async function findKeeper(
  { caller, head, recognised }: Admission,
  { engines }: { readonly engines: Pick<EngineDirectory, "list"> },
  ids: EngineResponses,
): Promise<Engine> {
  const id = recognised.parameters["id"] ?? "";
  const named = findHeader(head.headers, "x-abp-engine");
  const keepers = engines
    .list()
    .filter(
      (engine) =>
        engine.keepsResponses &&
        engine.dialect === recognised.dialect &&
        caller.mayUse(engine.name) &&
        (named === undefined || named === engine.name),
    );
  const statuses = keepers.length === 0 ? undefined : await ids.find(id);
  const own = keepers.filter(({ name }) => isHeld(statuses?.get(name)));
  const [first] = own;
  if (own.length > 1 || (first !== undefined && statuses?.get(first.name) === "repeated"))
    throw repeatedId(id);
  const found =
    first ?? keepers.find((engine) => !statuses?.has(engine.name) && acceptsUnknownIds(engine, caller));
  if (found === undefined) throw notOwned(id);
  return found;
}

/** The place of the id of an earlier response in a request. */
export const PREVIOUS = "$.previous_response_id";
/** OpenAI's code for an earlier response that does not exist. */
export const PREVIOUS_NOT_FOUND = "previous_response_not_found";

/** The error for an id that is not the caller's own, whether or not it is another's; `where` is its path in the request. */
export function notOwned(id: string, where?: string): AbpError {
  return new AbpError("response_not_found", `no response ${JSON.stringify(id)} is kept`, {
    ...(where === undefined ? {} : { where }),
    details: {
      reason: "not_owned",
      ...(where === PREVIOUS ? { vendor_code: PREVIOUS_NOT_FOUND } : {}),
    },
  });
}

function isHeld(status: string | undefined): boolean {
  return status === "own" || status === "repeated";
}

function acceptsUnknownIds(
  engine: Pick<Engine, "usesCallerKey">,
  caller: Pick<Caller, "isOnlyKey" | "isMachineOwner">,
): boolean {
  return engine.usesCallerKey || caller.isOnlyKey || caller.isMachineOwner === true;
}
