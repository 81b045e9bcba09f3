import { z } from "zod";

const Patterns = z.array(z.string());

/**
 * Allow and deny rules for tools, paths, the network, and for the models and engines of model calls; globs, and deny
 * wins. abp/v0.1 has the first seven lists; the others are ours.
 */
export const PolicyProfile = z
  .looseObject({
    allowed_tools: Patterns,
    disallowed_tools: Patterns,
    deny_read: Patterns,
    deny_write: Patterns,
    allow_network: Patterns,
    deny_network: Patterns,
    require_approval_for: Patterns,
    allowed_models: Patterns.optional(),
    disallowed_models: Patterns.optional(),
    allowed_engines: Patterns.optional(),
    disallowed_engines: Patterns.optional(),
  })
  .meta({ id: "PolicyProfile", title: "PolicyProfile" });
export type PolicyProfile = z.infer<typeof PolicyProfile>;

/**
 * The profile that allows everything.
 *
 * @example
 * import { openPolicy, type PolicyProfile } from "agent-backplane/contract";
 * const profile: PolicyProfile = { ...openPolicy(), deny_network: ["*"] };
 */
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
