import type { Tool } from "../../contract/index.ts";
import { isSpelled, spell } from "../members/spelling.ts";

const OWNER = "abp";
const SAFETY_CHECKS = "safety_checks";

/** Marks a tool for using a computer of which the vendor checks each action: no other vendor makes these checks. */
export function markSafetyChecked<Marked extends Tool>(tool: Marked): Marked {
  return spell(tool, OWNER, SAFETY_CHECKS);
}

/** Whether a tool relies on checks that its vendor makes. */
export function isSafetyChecked(tool: Tool): boolean {
  return isSpelled(tool, OWNER, SAFETY_CHECKS);
}
