/** The Chat Completions codec: what its dialects share, by a profile of what sets them apart. */
export { chatDialect } from "./dialect.ts";
export { chatFeatures } from "./features.ts";
export type { ChatProfile, ChatSignals, ThinkingMembers } from "./profile.ts";
export { chatReplyFeatures } from "./reply-features.ts";
