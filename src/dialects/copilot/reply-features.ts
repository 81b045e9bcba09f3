import { chatReplyFeatures } from "../chat/index.ts";
import { native, none, type ReplyFeatureTable } from "../features/feature-support.ts";

/** GitHub Copilot's support for each feature of a reply. */
export const replyFeatures: ReplyFeatureTable = {
  ...chatReplyFeatures,
  audio: none("answers are text"),
  "thinking.text": native(".reasoning_text"),
  "thinking.sealed": native(".reasoning_opaque"),
  "usage.reasoning": native(".reasoning_tokens"),
};
