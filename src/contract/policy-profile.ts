import { z } from "zod";

const Patterns = z.array(z.string());

/** Allow and deny rules for tools, paths and the network; globs, and deny wins. */
export const PolicyProfile = z
  .looseObject({
    allowed_tools: Patterns,
    disallowed_tools: Patterns,
    deny_read: Patterns,
    deny_write: Patterns,
    allow_network: Patterns,
    deny_network: Patterns,
    require_approval_for: Patterns,
  })
  .meta({ id: "PolicyProfile", title: "PolicyProfile" });
export type PolicyProfile = z.infer<typeof PolicyProfile>;

/** The profile that allows everything. */
export function openPolicy(): PolicyProfile {
  return {
    allowed_tools: [],
    disallowed_tools: [],
    deny_read: [],
    deny_write: [],
    allow_network: [],
    deny_network: [],
    require_approval_for: [],
  };
}
