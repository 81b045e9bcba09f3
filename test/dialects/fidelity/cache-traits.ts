import { wordsOf } from "../oracle/exact.ts";
import { isCached, isCachedTool, isMarkedMessage } from "../oracle/guarantees.ts";
import type { Trait, Wire } from "./trait.ts";
import { type Json, marker, writers } from "./wire-turns.ts";

const hasOptions = (_: Wire, body: Json) => wordsOf(body["prompt_cache_options"]).includes("explicit");

/** What callers ask of the prompt caches of vendors. */
export const cacheTraits: readonly Trait[] = [
  {
    name: "a mark of the prompt cache",
    wires: ["chat", "responses", "messages"],
    plant: (wire, random) => {
      const text = marker(random, "cached");
      const mark =
        wire === "messages"
          ? { cache_control: { type: "ephemeral" } }
          : { prompt_cache_breakpoint: { mode: "explicit" } };
      return {
        turns: [...writers[wire].user(text, mark), ...writers[wire].assistant("noted")],
        isKept: (to, body) => isCached(to, body, text),
        losses: /^cache|cache_control|prompt_cache/,
      };
    },
  },
  {
    name: "a part that Anthropic's cache ends at",
    wires: ["chat", "messages"],
    plant: (wire, random) => {
      const text = marker(random, "part");
      const marked = writers[wire].user(text, { cache_control: { type: "ephemeral" } });
      return {
        turns: [...marked, ...writers[wire].assistant("noted")],
        isKept: (to, body) => isCached(to, body, text),
        losses: /^cache|cache_control/,
        holdsAlways: (to, body) => to !== "messages" || isCached(to, body, text),
      };
    },
  },
  {
    name: "a message that Anthropic's cache ends at",
    wires: ["chat"],
    plant: (wire, random) => {
      const text = marker(random, "kept");
      const turn = { role: "user", content: text, cache_control: { type: "ephemeral" } };
      return {
        turns: [turn, ...writers[wire].assistant("noted")],
        isKept: (to, body) => isCached(to, body, text) || isMarkedMessage(body, text),
        losses: /^cache|cache_control/,
        holdsAlways: (to, body) => to !== "messages" || isCached(to, body, text),
      };
    },
  },
  {
    name: "a tool that Anthropic's cache ends at",
    // A choice among other tools may take this one away.
    slot: "choice",
    wires: ["chat", "messages"],
    plant: (wire, random) => {
      const name = `cached_${random.below(1e6)}`;
      const mark = { cache_control: { type: "ephemeral" } };
      const tool = writers[wire].tool(name, { type: "object", properties: {} });
      const isInside = wire === "chat" && random.chance(0.5);
      const marked = isInside
        ? { ...tool, function: { ...(tool["function"] as Json), ...mark } }
        : { ...tool, ...mark };
      const isKept = (to: Wire, body: Json) => isCachedTool(to, body, name);
      return {
        tools: [marked],
        isKept,
        losses: /^cache|cache_control/,
        holdsAlways: (to, body) => to !== "messages" || isKept(to, body),
      };
    },
  },
  {
    name: "a request that Anthropic marks by itself",
    wires: ["chat", "messages"],
    plant: () => ({
      members: { cache_control: { type: "ephemeral" } },
      isKept: (_, body) => body["cache_control"] !== undefined,
      losses: /^cache|cache_control/,
      holdsAlways: (to, body) => to !== "messages" || body["cache_control"] !== undefined,
    }),
  },
  {
    name: "settings of the prompt cache",
    wires: ["chat", "responses"],
    plant: () => ({
      members: { prompt_cache_options: { mode: "explicit" } },
      isKept: hasOptions,
      losses: /cache/,
      // Both APIs of OpenAI have these settings, for models with marks.
      holdsAlways: (to, body, { source, model }) =>
        !["openai", "codex"].includes(source) ||
        !/^gpt-(?:5\.6|6\.\d)-sol/.test(model) ||
        hasOptions(to, body),
    }),
  },
  {
    name: "a prompt that the vendor keeps",
    wires: ["gemini"],
    plant: (_, random) => {
      const id = `cachedContents/${random.below(1e9)}`;
      return {
        members: { cachedContent: id },
        isKept: (_, body) => wordsOf(body).includes(id),
        losses: /^never$/,
      };
    },
  },
];
