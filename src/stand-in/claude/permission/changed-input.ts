import { isDeepStrictEqual } from "node:util";

/** Why a tool is denied whose input the program wants to change. */
export const CHANGED_INPUT =
  "the program allowed the tool with another input, and this backend cannot change the input of a tool";

/** Whether an `updatedInput` differs from the input that the tool would get. */
export function changesInput(updated: unknown, input: unknown): boolean {
  return updated !== undefined && updated !== null && !isDeepStrictEqual(updated, input);
}
