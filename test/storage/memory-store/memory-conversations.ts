import { type ConversationStore, repeatedId, type ThreadStore } from "../../../src/storage/index.ts";
import { MAX_THREADS } from "../../../src/storage/ledger/thread-store.ts";
import type { OwnerData } from "./memory-data.ts";

export function memoryConversations(
  { conversations }: OwnerData,
  requireWriting: () => void,
): ConversationStore {
  return {
    create: async (kept, items) => {
      requireWriting();
      if (conversations.has(kept.id)) throw repeatedId(kept.id);
      conversations.set(kept.id, structuredClone({ kept, items }));
    },
    find: async (id) => structuredClone(conversations.get(id)?.kept),
    update: async (id, metadata) => {
      const found = conversations.get(id);
      if (found !== undefined) found.kept = { ...found.kept, metadata: structuredClone(metadata) };
      return found !== undefined;
    },
    remove: async (id) => conversations.delete(id),
    addItems: async (id, items) => {
      const found = conversations.get(id);
      if (found !== undefined) found.items = [...found.items, ...structuredClone(items)];
      return found !== undefined;
    },
    items: async (id, page) => {
      const stored = structuredClone(conversations.get(id)?.items) ?? [];
      if (page === undefined) return stored;
      const all = page.isNewestFirst ? stored.toReversed() : stored;
      const before = page.after === undefined ? -1 : all.findIndex((one) => one.id === page.after);
      if (page.after !== undefined && before === -1) return [];
      return all.slice(before + 1, before + 1 + page.limit);
    },
    findItem: async (itemId, conversation) =>
      [...conversations.values()]
        .filter(({ kept }) => conversation === undefined || kept.id === conversation)
        .flatMap(({ items }) => items)
        .find(({ id }) => id === itemId),
    removeItem: async (id, itemId) => {
      const found = conversations.get(id);
      if (found?.items.some((one) => one.id === itemId) !== true) return false;
      found.items = found.items.filter((one) => one.id !== itemId);
      return true;
    },
  };
}

/** The threads of one owner, the least recently used first. */
export function memoryThreads({ threads }: OwnerData): ThreadStore {
  return {
    keep: async (id, previousId, state) => {
      if (previousId !== undefined) threads.delete(previousId);
      threads.delete(id);
      threads.set(id, structuredClone(state));
      if (threads.size > MAX_THREADS) threads.delete(threads.keys().next().value as string);
    },
    find: async (id) => structuredClone(threads.get(id)),
  };
}
