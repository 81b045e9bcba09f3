import { unsupportedParameter } from "../openai/error-body.ts";
import { effortFault, verbosityFault } from "../openai/reasoning.ts";
import { list, members } from "../raw-json.ts";
import type { Rules } from "../violation.ts";
import { familyOf } from "./families.ts";

export const reasoningRules: Rules = {
  "codex.reasoning.effort": ({ body, model }) =>
    effortFault(model, "reasoning.effort", members(body["reasoning"])["effort"]),

  "codex.reasoning.summary": ({ body, model }) =>
    typeof members(body["reasoning"])["summary"] === "string" && familyOf(model)?.isReasoning === false
      ? unsupportedParameter("reasoning.summary")
      : undefined,

  "codex.reasoning.include": ({ body, model }) =>
    list(body["include"]).includes("reasoning.encrypted_content") && familyOf(model)?.isReasoning === false
      ? { message: "Encrypted content is not supported with this model.", param: "include" }
      : undefined,

  "codex.verbosity": ({ body, model }) =>
    verbosityFault(model, "text.verbosity", members(body["text"])["verbosity"]),
};
