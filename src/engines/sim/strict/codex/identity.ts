import { identityFault } from "../openai/identity.ts";
import type { Rules } from "../violation.ts";

export const identityRules: Rules = { "codex.identity": ({ body }) => identityFault(body) };
