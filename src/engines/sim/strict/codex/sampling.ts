import { rangeFault, samplingFault } from "../openai/sampling.ts";
import { has, list, members } from "../raw-json.ts";
import type { Rules } from "../violation.ts";

const LOGPROBS = "message.output_text.logprobs";

export const samplingRules: Rules = {
  "codex.sampling.range": ({ body }) => rangeFault(body),

  "codex.sampling.model": ({ body, model }) => {
    const asked = list(body["include"]).includes(LOGPROBS) ? { logprobs: true } : {};
    const given = {
      ...body,
      ...asked,
      top_logprobs: has(body, "top_logprobs") && body["top_logprobs"] !== 0,
    };
    return samplingFault(given, model, members(body["reasoning"])["effort"]);
  },
};
