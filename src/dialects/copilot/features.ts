import { chatFeatures } from "../chat/index.ts";
import { type FeatureTable, native, none, rewritten } from "../features/feature-support.ts";

/** GitHub Copilot's support for each feature of a request. */
export const features: FeatureTable = {
  ...chatFeatures,
  "role.developer": rewritten(".role", "as a system message"),
  "document.base64": none("messages hold no files"),
  "document.file": none("messages hold no files"),
  "document.title": none("messages hold no files"),
  "audio.base64": none("there is no audio part"),
  "audio.file": none("there is no audio part"),
  refusal: rewritten(".content", "a text of the assistant"),
  "thinking.text": native(".reasoning_text"),
  "thinking.sealed": native(".reasoning_opaque"),
  "reasoning.budget": native("$.thinking_budget"),
  modalities: none("answers are text"),
  verbosity: none("there is no verbosity"),
  max_output_tokens: native("$.max_tokens"),
  "cache.options": none("there are no settings of the cache"),
  "cache.hint": none("there are no cache breakpoints"),
  "cache.key": none("there is no cache key"),
  metadata: none("there is no metadata"),
  service_tier: none("there are no service tiers"),
  store: none("answers are not stored"),
};
