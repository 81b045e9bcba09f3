import { has, list, members, objects, text } from "../raw-json.ts";
import { firstIn, type Rules } from "../violation.ts";
import { forcesOnlyWithoutThinking, neverForcesTools } from "./families.ts";
import { isThinking } from "./sampling.ts";
import { allBlocks, turnsOf } from "./turns.ts";

const NAME = /^[a-zA-Z0-9_-]{1,128}$/;
const ID = /^[a-zA-Z0-9_-]+$/;
const MAX_HISTORY_NAME = 200;

export const toolRules: Rules = {
  "claude.tools.name": ({ body }) =>
    firstIn(objects(body["tools"]), ({ name, type }, index) =>
      typeof name !== "string" || NAME.test(name)
        ? undefined
        : {
            message: `tools.${index}.${text(type) || "custom"}.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`,
          },
    ),

  "claude.tools.unique": ({ body }) => {
    const names = objects(body["tools"]).flatMap(({ name }) => (typeof name === "string" ? [name] : []));
    return new Set(names).size === names.length
      ? undefined
      : { message: "tools: Tool names must be unique." };
  },

  "claude.calls.name": (request) =>
    firstIn(allBlocks(request), ({ block, where }) =>
      block["type"] === "tool_use" && text(block["name"]).length > MAX_HISTORY_NAME
        ? { message: `${where}.tool_use.name: String should have at most ${MAX_HISTORY_NAME} characters` }
        : undefined,
    ),

  "claude.calls.id": (request) =>
    firstIn(allBlocks(request), ({ block, where }) => {
      const member =
        block["type"] === "tool_use" ? "id" : block["type"] === "tool_result" ? "tool_use_id" : undefined;
      if (member === undefined || ID.test(text(block[member]))) return undefined;
      return {
        message: `${where}.${text(block["type"])}.${member}: String should match pattern '^[a-zA-Z0-9_-]+$'`,
      };
    }),

  "claude.calls.unique": (request) => {
    const seen = new Set<unknown>();
    return firstIn(allBlocks(request), ({ block, where }) => {
      if (block["type"] !== "tool_use") return undefined;
      const isNew = !seen.has(block["id"]);
      seen.add(block["id"]);
      return isNew ? undefined : { message: `${where}: \`tool_use\` ids must be unique` };
    });
  },

  "claude.calls.unanswered": (request) => {
    const turns = turnsOf(request);
    return firstIn(turns, (turn, index) => {
      const next = turns[index + 1];
      const answered = new Set(next?.blocks.map(({ block }) => block["tool_use_id"]));
      const left = turn.blocks.flatMap(({ block }) =>
        block["type"] === "tool_use" && !answered.has(block["id"]) ? [text(block["id"])] : [],
      );
      return left.length === 0
        ? undefined
        : {
            message: `messages.${turn.message}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${left.join(", ")}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
          };
    });
  },

  "claude.results.unexpected": (request) => {
    const turns = turnsOf(request);
    return firstIn(turns, (turn, index) => {
      const called = new Set(
        turns[index - 1]?.blocks.flatMap(({ block }) => (block["type"] === "tool_use" ? [block["id"]] : [])),
      );
      const stray = turn.blocks.find(
        ({ block }) => block["type"] === "tool_result" && !called.has(block["tool_use_id"]),
      );
      return stray === undefined
        ? undefined
        : {
            message: `messages.${stray.message}.content.${stray.index}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${text(stray.block["tool_use_id"])}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
          };
    });
  },

  "claude.results.unique": (request) =>
    firstIn(turnsOf(request), ({ blocks }) => {
      const seen = new Set<unknown>();
      return firstIn(blocks, ({ block, message, index }) => {
        if (block["type"] !== "tool_result") return undefined;
        const isNew = !seen.has(block["tool_use_id"]);
        seen.add(block["tool_use_id"]);
        return isNew
          ? undefined
          : {
              message: `messages.${message}.content.${index}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${text(block["tool_use_id"])}`,
            };
      });
    }),

  "claude.results.first": (request) =>
    firstIn(turnsOf(request), ({ blocks }) => {
      const last = blocks.findLastIndex(({ block }) => block["type"] === "tool_result");
      const early = blocks.slice(0, Math.max(0, last)).find(({ block }) => block["type"] !== "tool_result");
      return early === undefined
        ? undefined
        : {
            message: `messages.${early.message}.content.${early.index}: \`tool_result\` blocks must come first in the content of a user message`,
          };
    }),

  "claude.choice.without-tools": ({ body }) =>
    has(body, "tool_choice") && list(body["tools"]).length === 0 && list(body["mcp_servers"]).length === 0
      ? { message: "tool_choice may only be specified while providing tools" }
      : undefined,

  "claude.choice.unknown-tool": ({ body }) => {
    const { type, name } = members(body["tool_choice"]);
    if (type !== "tool" || objects(body["tools"]).some((tool) => tool["name"] === name)) return undefined;
    return { message: `tool_choice.tool.name: Tool '${text(name)}' not found in provided tools` };
  },

  "claude.choice.forced": (request) => {
    const { type } = members(request.body["tool_choice"]);
    if (type !== "any" && type !== "tool") return undefined;
    if (neverForcesTools(request.model))
      return { message: `tool_choice: type "${type}" is not supported for this model` };
    return forcesOnlyWithoutThinking(request.model) && isThinking(request)
      ? { message: "Thinking may not be enabled when tool_choice forces tool use." }
      : undefined;
  },
};
