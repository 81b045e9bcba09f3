import { AbpError } from "../../../src/contract/index.ts";
import {
  type ConversationStore,
  type KeptResponse,
  type ResponseStore,
  repeatedId,
} from "../../../src/storage/index.ts";
import type { OwnerData } from "./memory-data.ts";

export function memoryResponses(
  { responses, parts }: OwnerData,
  conversations: ConversationStore,
  requireWriting: () => void,
): ResponseStore {
  const read = (found: KeptResponse | undefined): KeptResponse | undefined => {
    const { itemIds: _, ...rest } = structuredClone(found) ?? {};
    return found === undefined ? undefined : (rest as KeptResponse);
  };
  return {
    keep: async (response) => {
      requireWriting();
      const known = responses.get(response.id);
      responses.set(
        response.id,
        known === undefined ? structuredClone(response) : { ...known, isRepeated: true },
      );
    },
    finish: async (id, body, itemIds, turn) => {
      requireWriting();
      const found = responses.get(id);
      if (found?.isPending !== true) return false;
      const { isPending: _, ...rest } = found;
      responses.set(id, structuredClone({ ...rest, body, ...(itemIds === undefined ? {} : { itemIds }) }));
      if (turn !== undefined) await conversations.addItems(turn.conversation, turn.items);
      return true;
    },
    addEvents: async (id, firstSeq, lines) => {
      const known = parts.get(id) ?? [];
      const count = known.reduce((sum, part) => sum + part.lines.length, 0);
      if (responses.get(id)?.isPending !== true || count !== firstSeq) return false;
      parts.set(id, [...known, { firstSeq, lines }]);
      return true;
    },
    readEvents: async (id, fromSeq) => {
      const part = parts.get(id)?.find(({ firstSeq, lines }) => fromSeq < firstSeq + lines.length);
      return part === undefined
        ? undefined
        : { firstSeq: fromSeq, lines: part.lines.slice(fromSeq - part.firstSeq) };
    },
    find: async (id) => read(responses.get(id)),
    findByItem: async (itemId) => {
      const having = [...responses.values()].filter(({ itemIds }) => itemIds?.includes(itemId) === true);
      return read(having.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime()).at(-1));
    },
    chain: async (id) => {
      const turns: KeptResponse[] = [];
      for (let at: string | undefined = id; at !== undefined; ) {
        const found = read(responses.get(at));
        if (found === undefined || turns.some((turn) => turn.id === at))
          throw new AbpError("response_not_found", `no response ${at} is kept`);
        if (found.isRepeated === true) throw repeatedId(at);
        turns.unshift(found);
        at = found.previousId;
      }
      return turns;
    },
    remove: async (id) => {
      requireWriting();
      parts.delete(id);
      return responses.delete(id);
    },
  };
}
