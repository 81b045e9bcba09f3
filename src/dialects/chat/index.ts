/** The Chat Completions codec, shared by its dialects. A profile holds their differences. */
export { chatDialect } from "./dialect.ts";
export { chatFeatures } from "./features.ts";
export type { ChatProfile, ChatSignals, ThinkingMembers } from "./profile.ts";
export { chatReplyFeatures } from "./reply-features.ts";
