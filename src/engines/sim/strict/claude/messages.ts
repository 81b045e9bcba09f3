import { has, isBlank, list, type Members, members, objects, text } from "../raw-json.ts";
import { firstIn, type Rules } from "../violation.ts";
import { takesPrefill, takesSystemTurns } from "./families.ts";
import { allBlocks, blocksOf, turnsOf } from "./turns.ts";

const MAX_MESSAGES = 100_000;
const MAX_CACHE_MARKS = 4;

const isReal = (block: Members) => block["type"] !== "text" || !isBlank(block["text"]);

export const messageRules: Rules = {
  "claude.messages.count": ({ body }) => {
    const { length } = list(body["messages"]);
    if (length === 0) return { message: "messages: at least one message is required" };
    return length > MAX_MESSAGES
      ? { message: `messages: List should have at most ${MAX_MESSAGES} items` }
      : undefined;
  },

  "claude.messages.first-role": ({ body }) =>
    members(list(body["messages"])[0])["role"] === "user"
      ? undefined
      : { message: 'messages: first message must use the "user" role' },

  "claude.messages.system-turn": ({ body, model }) =>
    firstIn(objects(body["messages"]), ({ role }, index) => {
      if (role !== "system") return undefined;
      if (!takesSystemTurns(model))
        return { message: `messages.${index}: role 'system' is not supported on this model` };
      return objects(body["messages"])[index - 1]?.["role"] === "assistant"
        ? { message: `messages.${index}: role 'system' must follow a message with role 'user'` }
        : undefined;
    }),

  "claude.messages.empty": ({ body }) =>
    firstIn(objects(body["messages"]), ({ role, content }, index) => {
      const { length } = objects(body["messages"]);
      const isEmpty = content === "" || (Array.isArray(content) && content.length === 0);
      return isEmpty && !(role === "assistant" && index === length - 1)
        ? {
            message: `messages.${index}: all messages must have non-empty content except for the optional final assistant message`,
          }
        : undefined;
    }),

  "claude.messages.empty-text": ({ body }) =>
    firstIn(objects(body["messages"]), ({ content }) =>
      objects(content).some((block) => block["type"] === "text" && block["text"] === "")
        ? { message: "messages: text content blocks must be non-empty" }
        : undefined,
    ),

  "claude.messages.blank-text": ({ body }) =>
    firstIn(objects(body["messages"]), ({ content }) => {
      const blocks = blocksOf(content);
      return blocks.length > 0 && !blocks.some(isReal)
        ? { message: "messages: text content blocks must contain non-whitespace text" }
        : undefined;
    }),

  "claude.results.empty-text": (request) =>
    firstIn(allBlocks(request), ({ block, where }) =>
      where.includes("tool_result") && block["type"] === "text" && block["text"] === ""
        ? { message: "messages: text content blocks must be non-empty" }
        : undefined,
    ),

  "claude.system.empty-text": ({ body }) =>
    objects(body["system"]).some((block) => isBlank(block["text"]))
      ? { message: "system: text content blocks must be non-empty" }
      : undefined,

  "claude.messages.prefill": (request) => {
    const last = turnsOf(request).at(-1);
    if (last?.role !== "assistant") return undefined;
    if (!takesPrefill(request.model))
      return {
        message:
          "This model does not support assistant message prefill. The conversation must end with a user message.",
      };
    const { block } = last.blocks.at(-1) ?? {};
    if (block?.["type"] === "text" && /\s$/.test(text(block["text"])))
      return { message: "messages: final assistant content cannot end with trailing whitespace" };
    return has(members(request.body["output_config"]), "format")
      ? { message: "output_config.format: prefill is not supported with structured outputs" }
      : undefined;
  },

  "claude.cache_control.count": (request) => {
    const { body } = request;
    const marked = [
      ...objects(body["system"]),
      ...objects(body["tools"]),
      ...[...allBlocks(request)].map(({ block }) => block),
    ].filter((one) => has(one, "cache_control")).length;
    return marked > MAX_CACHE_MARKS
      ? {
          message: `A maximum of ${MAX_CACHE_MARKS} blocks with cache_control may be provided. Found ${marked}.`,
        }
      : undefined;
  },
};
