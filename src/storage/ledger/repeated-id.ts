import { AbpError } from "../../contract/index.ts";

/** The error for an id that an engine gave to two calls; `what` is the id. */
export function repeatedId(id: string): AbpError {
  return new AbpError("id_repeated", `the engine gave the id ${JSON.stringify(id)} to more than one call`);
}
