import type { UsageReader } from "../acp/usage.ts";
import { isCount } from "../acp/usage.ts";
import { isJsonObject } from "../host/agent-line.ts";

/** Gemini CLI puts the sum over all models into `_meta.quota` of the result. */
export const readUsage: UsageReader = ({ _meta: meta }) => {
  const quota = isJsonObject(meta) ? meta["quota"] : undefined;
  const counts = isJsonObject(quota) ? quota["token_count"] : undefined;
  if (!isJsonObject(counts)) return undefined;
  const { input_tokens: input, output_tokens: output } = counts;
  if (!isCount(input) || !isCount(output)) return undefined;
  return { input_tokens: input, output_tokens: output };
};
