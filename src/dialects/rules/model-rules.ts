import { contentRules } from "./content-rules.ts";
import { parameterRules } from "./parameter-rules.ts";
import type { ModelRule } from "./rule.ts";

/** Every rule, in the order in which they are applied. */
export const modelRules: readonly ModelRule[] = [...contentRules, ...parameterRules];
