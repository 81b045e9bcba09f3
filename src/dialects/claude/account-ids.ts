import { type AccountIds, type IdKind, placesNamed } from "../endpoints/account-ids.ts";

const FILE: IdKind = { prefixes: ["file_"], certain: /^file_/ };
/** Skills of the vendor have names such as `pptx`. */
const SKILL: IdKind = { prefixes: ["skill_"], certain: /^skill_/ };
/** Made by calls of a model, whose answers show their ids. */
const CONTAINER: IdKind = { prefixes: ["container_"] };

/** Where the Anthropic API reads ids. */
export const accountIds: AccountIds = {
  places: [
    ...placesNamed(["file_id"], FILE),
    ...placesNamed(["skill_id"], SKILL),
    ...placesNamed(["container"], CONTAINER),
    { at: ["container", "id"], kind: CONTAINER },
  ],
  // Arguments of tools, and what callers say of their own tools.
  notRead: [["content", "input"], ["tools", "input_schema"], ["tools", "input_examples"], ["metadata"]],
  makers: ["code_execution", '"container"', '"skills"', "_20260209", "_20260318"],
  made: [
    { at: ["container", "id"], kind: CONTAINER },
    { at: ["message", "container", "id"], kind: CONTAINER },
    { at: ["delta", "container", "id"], kind: CONTAINER },
  ],
};
