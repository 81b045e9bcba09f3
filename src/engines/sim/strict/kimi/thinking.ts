import { members } from "../raw-json.ts";
import type { StrictRequest } from "../violation.ts";
import { familyOf } from "./families.ts";

/** Returns whether the model thinks, which it does unless the request switches it off. */
export function isThinking({ body, model }: StrictRequest): boolean {
  const family = familyOf(model);
  if (family === undefined) return false;
  return !(family.maySwitchOff && members(body["thinking"])["type"] === "disabled");
}
