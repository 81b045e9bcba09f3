import { foreignModel } from "../model-names.ts";
import type { Check, StrictApi } from "../violation.ts";
import { errorBody } from "./error-body.ts";
import { identityRules } from "./identity.ts";
import { mediaRules } from "./media.ts";
import { messageRules } from "./messages.ts";
import { outputRules } from "./output.ts";
import { reasoningRules } from "./reasoning.ts";
import { samplingRules } from "./sampling.ts";
import { schemaRules } from "./schema.ts";
import { shapeRules } from "./shape.ts";
import { tokenRules } from "./tokens.ts";
import { toolRules } from "./tools.ts";

export const modelRule: Check = ({ model }) =>
  foreignModel(model, "openai")
    ? {
        status: 404,
        message: `The model \`${model}\` does not exist or you do not have access to it.`,
        code: "model_not_found",
      }
    : undefined;

/** OpenAI's Chat Completions API. */
export const openai: StrictApi = {
  errorBody,
  rules: {
    ...shapeRules,
    "openai.model": modelRule,
    ...tokenRules,
    ...samplingRules,
    ...reasoningRules,
    ...identityRules,
    ...messageRules,
    ...mediaRules,
    ...toolRules,
    ...schemaRules,
    ...outputRules,
  },
};
