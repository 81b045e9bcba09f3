import { modelRule } from "../openai/index.ts";
import type { StrictApi } from "../violation.ts";
import { errorBody } from "./error-body.ts";
import { identityRules } from "./identity.ts";
import { mediaRules } from "./media.ts";
import { messageRules } from "./messages.ts";
import { outputRules } from "./output.ts";
import { reasoningRules } from "./reasoning.ts";
import { samplingRules } from "./sampling.ts";
import { schemaRules } from "./schema.ts";
import { shapeRules } from "./shape.ts";
import { stateRules } from "./state.ts";
import { tokenRules } from "./tokens.ts";
import { toolRules } from "./tools.ts";

/** OpenAI's Responses API. */
export const codex: StrictApi = {
  errorBody,
  rules: {
    ...shapeRules,
    "codex.model": modelRule,
    ...tokenRules,
    ...samplingRules,
    ...reasoningRules,
    ...identityRules,
    ...messageRules,
    ...mediaRules,
    ...toolRules,
    ...schemaRules,
    ...stateRules,
    ...outputRules,
  },
};
