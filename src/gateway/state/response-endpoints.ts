import { AbpError } from "../../contract/index.ts";
import type { Engine } from "../../engines/index.ts";
import { plainJson } from "../answer/error-answer.ts";
import type { GatewayContext } from "../context.ts";
import type { Admission, PlainResponse } from "../exchange.ts";
import type { BackgroundCalls } from "./background-calls.ts";

/** Fetches, lists, cancels or deletes a response that is kept here; undefined when it is not. */
export async function serveResponseEndpoint(
  admission: Admission,
  parts: GatewayContext,
  background: BackgroundCalls,
): Promise<PlainResponse | undefined> {
  const { dialect, endpoint, parameters } = admission.recognised;
  const { tenant } = admission.caller;
  const { state } = dialect;
  const id = parameters["id"] ?? "";
  const { responses } = parts.ledgerOf(tenant);
  if (endpoint.operation === "cancel_response") {
    const cancelled = await background.cancel(tenant, id);
    if (cancelled !== undefined) return plainJson(200, cancelled);
  }
  const running = background.find(tenant, id);
  const found = await responses.find(id);
  if (state === undefined || (found === undefined && running === undefined)) return undefined;
  switch (endpoint.operation) {
    case "delete_response":
      await background.cancel(tenant, id);
      await responses.remove(id);
      return plainJson(200, state.writeDeleted(id));
    case "list_response_input":
      return plainJson(200, state.writeInput(found?.input ?? []));
    case "cancel_response":
      throw new AbpError("validation_failed", "only a response that runs in the background can be cancelled");
    default:
      return plainJson(200, running ?? found?.body);
  }
}

/** The engine that may have a response that is not kept here: one of the same dialect that keeps its own. */
export function keeperOf(admission: Admission, parts: GatewayContext): Engine | undefined {
  const { caller, recognised } = admission;
  return parts.engines
    .list()
    .find(
      (engine) =>
        engine.keepsResponses && engine.dialect === recognised.dialect && caller.mayUse(engine.name),
    );
}

/** The error for a response that nobody has. */
export function unknownResponse({ recognised }: Admission): AbpError {
  const id = recognised.parameters["id"] ?? "";
  return new AbpError("response_not_found", `no response ${JSON.stringify(id)} is kept`);
}
