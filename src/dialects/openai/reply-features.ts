import { chatReplyFeatures } from "../chat/index.ts";
import type { ReplyFeatureTable } from "../features/feature-support.ts";

/** OpenAI's support for each feature of a reply: the shared table, unchanged. */
export const replyFeatures: ReplyFeatureTable = chatReplyFeatures;
