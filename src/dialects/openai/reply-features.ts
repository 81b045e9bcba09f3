import { chatReplyFeatures } from "../chat/index.ts";
import type { ReplyFeatureTable } from "../features/feature-support.ts";

/** What OpenAI's replies carry: the shared table as it stands. */
export const replyFeatures: ReplyFeatureTable = chatReplyFeatures;
