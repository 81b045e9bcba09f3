import type { ModelRule } from "../rule.ts";
import { digestOf } from "./digest.ts";

/** Keeps the key of the prompt cache within the length that the target takes. */
export const cacheKeyLimit: ModelRule = {
  id: "identity.cache_key",
  title: "A cache key that is too long is sent as its hash, so that equal keys stay equal.",
  feature: "cache.key",
  remedies: ["hash"],
  limit: "identity",
  apply(conversation, { identity }, note) {
    const key = conversation.cache?.key;
    const limit = identity?.cacheKeyLength;
    if (key === undefined || limit === undefined || key.length <= limit) return conversation;
    note({
      node: undefined,
      at: "$.prompt_cache_key",
      disposition: "mapped",
      reason: `the key has ${key.length} characters and the target takes ${limit}; its hash groups the same requests`,
      feature: "cache.key",
    });
    return { ...conversation, cache: { ...conversation.cache, key: digestOf(key, limit) } };
  },
};
