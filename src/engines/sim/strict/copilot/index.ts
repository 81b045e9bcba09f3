import { reasoningRules } from "../openai/reasoning.ts";
import { schemaRules } from "../openai/schema.ts";
import type { StrictApi } from "../violation.ts";
import { errorBody } from "./error-body.ts";
import { isChatModel } from "./families.ts";
import { messageRules } from "./messages.ts";
import { samplingRules } from "./sampling.ts";
import { tokenRules } from "./tokens.ts";
import { toolRules } from "./tools.ts";

/** The Chat Completions API of GitHub Copilot, which passes on what the vendors of its models reject. */
export const copilot: StrictApi = {
  errorBody,
  rules: {
    "copilot.model.endpoint": ({ model }) =>
      isChatModel(model)
        ? undefined
        : {
            message: `model "${model}" is not accessible via the /chat/completions endpoint`,
            code: "unsupported_api_for_model",
          },
    ...tokenRules,
    ...samplingRules,
    "copilot.reasoning_effort": reasoningRules["openai.reasoning_effort"]!,
    ...messageRules,
    ...toolRules,
    "copilot.schema.function": schemaRules["openai.schema.function"]!,
  },
};
