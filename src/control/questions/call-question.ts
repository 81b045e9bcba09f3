import { AbpError } from "../../contract/index.ts";
import { detectDialect, findDialect } from "../../dialects/index.ts";
import {
  type AskedRequest,
  type Caller,
  type NamedTarget,
  type TargetChoice,
  targetAsConfigured,
  targetOfDialect,
} from "../../gateway/index.ts";
import type { ControlContext } from "../context.ts";
import type { ControlRequest, RouteOf } from "../control-request.ts";

type AskedCall = ControlRequest<RouteOf<"translate_call">>["body"];

/** A request whose translation is asked for, and where it would go. */
export interface CallQuestion {
  readonly request: AskedRequest;
  readonly choice: TargetChoice;
  readonly target: NamedTarget;
}

/** Reads a question about a call, as a call of the caller's own key would be planned. */
export async function readCallQuestion(
  { config, gateway, store, now }: ControlContext,
  caller: Caller,
  asked: AskedCall,
): Promise<CallQuestion> {
  const { body, from, to, engine, model, strict, allow_loss: allowLoss, emulate } = asked;
  const dialect = from === undefined ? detectDialect(body, "`from`") : findDialect(from);
  const request = { dialect, body };
  const key = Object.hasOwn(config.keys, caller.name) ? caller.name : undefined;
  const choice = { to, engine, model, strict, allowLoss, emulate, key, tenant: caller.tenant };
  if (engine === undefined && to !== undefined)
    return { request, choice, target: targetOfDialect(config, to) };
  const place = {
    config,
    engines: gateway.engines,
    // The evidence is in the store of the daemon, which is open.
    readEvidence: async <Value>(
      tenant: string,
      read: (evidence: ReturnType<typeof store.ledger>["evidence"]) => Value,
    ) => read(store.ledger(tenant).evidence),
    now,
  };
  const target = await targetAsConfigured(place, choice, request);
  const { name } = target.engine;
  if (name !== undefined && !caller.mayUse(name, target.model))
    throw new AbpError("engine_not_found", `There is no engine ${JSON.stringify(name)} for this key.`);
  return { request, choice, target };
}
