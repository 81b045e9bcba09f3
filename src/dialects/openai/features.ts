import { chatFeatures } from "../chat/index.ts";
import type { FeatureTable } from "../features/feature-support.ts";

/** OpenAI's support for each feature of a request: the shared table, unchanged. */
export const features: FeatureTable = chatFeatures;
