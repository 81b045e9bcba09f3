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

/** Google's Gemini API, generateContent. */
export const gemini: StrictApi = {
  errorBody,
  rules: {
    "gemini.model": ({ model }) =>
      foreignModel(model, "google")
        ? {
            status: 404,
            message: `models/${model} is not found for API version v1beta, or is not supported for generateContent. Call ListModels to see the list of available models and their supported methods.`,
          }
        : undefined,
    ...shapeRules,
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
