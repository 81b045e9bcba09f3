import { foreignModel } from "../model-names.ts";
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

/** Anthropic's Messages API. */
export const claude: StrictApi = {
  errorBody,
  rules: {
    ...shapeRules,
    "claude.model": ({ model }) =>
      foreignModel(model, "anthropic")
        ? { status: 404, type: "not_found_error", message: `model: ${model}` }
        : undefined,
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
