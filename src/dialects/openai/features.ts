import { chatFeatures } from "../chat/index.ts";
import type { FeatureTable } from "../features/feature-support.ts";

/** What OpenAI's Chat Completions carries: the shared table as it stands. */
export const features: FeatureTable = chatFeatures;
