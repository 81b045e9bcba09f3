import type { ReasoningCustody } from "../../../src/dialects/index.ts";
import {
  type EngineResponses,
  type OwnedContent,
  type ResourceOwners,
  repeatedId,
} from "../../../src/storage/index.ts";
import { memoryConversations, memoryThreads } from "./memory-conversations.ts";
import type { MemoryData, OwnerData } from "./memory-data.ts";
import { memoryResponses } from "./memory-responses.ts";

/** The content of one owner of a tenant. `requireWriting` throws in a store that only reads, and after it was closed. */
export function memoryContent(
  data: MemoryData,
  tenant: string,
  owner: string,
  requireWriting: () => void,
): OwnedContent {
  const kept = data.tenant(tenant).owner(owner);
  const everywhere = `${tenant}\n${owner}`;
  const conversations = memoryConversations(kept, requireWriting);
  return {
    conversations,
    responses: memoryResponses(kept, conversations, requireWriting),
    threads: memoryThreads(kept),
    custody: memoryCustody(kept),
    engineResponses: memoryEngineResponses(data, everywhere),
    resourceOwners: memoryResourceOwners(data, everywhere),
  };
}

function memoryCustody({ reasoning }: OwnerData): ReasoningCustody {
  return {
    hold: (id, held) => {
      const text = JSON.stringify(held);
      const known = reasoning.get(id);
      reasoning.set(id, {
        text,
        isRepeated: known !== undefined && (known.isRepeated || known.text !== text),
      });
    },
    find: (id) => {
      const found = reasoning.get(id);
      if (found?.isRepeated === true) throw repeatedId(id);
      return found === undefined ? undefined : JSON.parse(found.text);
    },
  };
}

function memoryEngineResponses({ engineIds }: MemoryData, owner: string): EngineResponses {
  return {
    record: (engine, id, runId) => {
      const known = engineIds.find((one) => one.owner === owner && one.engine === engine && one.id === id);
      if (known === undefined) engineIds.push({ owner, engine, id, runs: new Set([runId]) });
      else known.runs.add(runId);
    },
    find: async (id) => {
      const found = engineIds.filter((one) => one.id === id);
      return new Map(
        found.map(({ engine }) => {
          const there = found.filter((one) => one.engine === engine);
          const own = there.find((one) => one.owner === owner);
          if (own === undefined) return [engine, "foreign"];
          return [engine, there.length > 1 || own.runs.size > 1 ? "repeated" : "own"];
        }),
      );
    },
  };
}

function memoryResourceOwners(data: MemoryData, owner: string): ResourceOwners {
  return {
    keep: async (resources) => {
      for (const { engine, id, address } of resources) {
        const isSame = (one: (typeof data.engineThings)[number]) => one.engine === engine && one.id === id;
        if (data.engineThings.some((one) => isSame(one) && one.owner !== owner)) continue;
        const thing = { owner, engine, id, ...(address === undefined ? {} : { address }) };
        const at = data.engineThings.findIndex(isSame);
        data.engineThings = at === -1 ? [...data.engineThings, thing] : data.engineThings.with(at, thing);
      }
    },
    find: async (id) =>
      data.engineThings
        .filter((one) => one.id === id)
        .map(({ owner: theirs, ...one }) => ({ ...one, isOwn: theirs === owner })),
    forget: async (engine, id) => {
      data.engineThings = data.engineThings.filter(
        (one) => one.owner !== owner || one.engine !== engine || one.id !== id,
      );
    },
  };
}
