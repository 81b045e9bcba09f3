import { AbpError } from "../contract/index.ts";
import type { Ledger } from "../storage/index.ts";
import { plainJson } from "./error-answer.ts";
import type { Admission, PlainResponse } from "./exchange.ts";

/** Fetches, lists or deletes a response that was kept. */
export async function serveKeptResponse(admission: Admission, ledger: Ledger): Promise<PlainResponse> {
  const { dialect, endpoint, parameters } = admission.recognised;
  const { state } = dialect;
  const id = parameters["id"] ?? "";
  const found = await ledger.responses.find(id);
  if (state === undefined || found === undefined) {
    throw new AbpError("response_not_found", `no response ${JSON.stringify(id)} is kept`);
  }
  switch (endpoint.operation) {
    case "delete_response":
      await ledger.responses.remove(id);
      return plainJson(200, state.writeDeleted(id));
    case "list_response_input":
      return plainJson(200, state.writeInput(found.input));
    case "cancel_response":
      // Only what runs in the background can be cancelled, and what is kept has ended.
      throw new AbpError("validation_failed", "only a response that runs in the background can be cancelled");
    default:
      return plainJson(200, found.body);
  }
}
