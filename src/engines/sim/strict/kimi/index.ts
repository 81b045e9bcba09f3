import { foreignModel } from "../model-names.ts";
import type { StrictApi } from "../violation.ts";
import { errorBody } from "./error-body.ts";
import { mediaRules } from "./media.ts";
import { messageRules } from "./messages.ts";
import { reasoningRules } from "./reasoning.ts";
import { samplingRules } from "./sampling.ts";
import { schemaRules } from "./schema.ts";
import { shapeRules } from "./shape.ts";
import { stateRules } from "./state.ts";
import { tokenRules } from "./tokens.ts";
import { toolRules } from "./tools.ts";

/** Moonshot's Chat Completions API. */
export const kimi: StrictApi = {
  errorBody,
  rules: {
    "kimi.model": ({ model }) =>
      foreignModel(model, "moonshot")
        ? {
            status: 404,
            type: "resource_not_found_error",
            message: `Not found the model ${model} or Permission denied`,
          }
        : undefined,
    ...shapeRules,
    ...tokenRules,
    ...samplingRules,
    ...reasoningRules,
    ...messageRules,
    ...mediaRules,
    ...toolRules,
    ...schemaRules,
    ...stateRules,
  },
};
