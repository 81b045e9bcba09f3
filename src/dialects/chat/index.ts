/** The Chat Completions codec, shared by its dialects. A profile holds their differences. */

export { SEARCH_FUNCTION } from "./content/search-unit.ts";
export { chatDialect } from "./dialect.ts";
export { chatFeatures } from "./features.ts";
export type { ChatProfile, ChatSignals, ThinkingMembers } from "./profile.ts";
export { chatReplyFeatures } from "./reply-features.ts";
