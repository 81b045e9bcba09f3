import { AbpError } from "../../contract/index.ts";

/** The error for an id that stands for more than one call; `where` is its path in the request. */
export function repeatedId(id: string, where?: string): AbpError {
  const message = `the engine gave the id ${JSON.stringify(id)} to more than one call`;
  return new AbpError("id_repeated", message, where === undefined ? {} : { where });
}
