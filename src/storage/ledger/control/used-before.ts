import { AbpError } from "../../../contract/index.ts";

/** The error for an id or name that was used before. */
export function usedBefore(what: string, id: string): AbpError {
  return new AbpError("id_repeated", `there is ${what} ${JSON.stringify(id)} already`, {
    advice: "Choose another one.",
  });
}
