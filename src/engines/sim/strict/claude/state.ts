import { isStandardBase64, members, objects, text } from "../raw-json.ts";
import { firstIn, type Rules } from "../violation.ts";
import { wantsThinkingFirst } from "./families.ts";
import { allBlocks, turnsOf } from "./turns.ts";

const isThought = (type: unknown) => type === "thinking" || type === "redacted_thinking";

export const stateRules: Rules = {
  "claude.thinking.signature": (request) =>
    firstIn(allBlocks(request), ({ block, where }) => {
      if (block["type"] === "thinking" && !isStandardBase64(text(block["signature"])))
        return { message: `${where}: Invalid \`signature\` in \`thinking\` block` };
      return block["type"] === "redacted_thinking" && text(block["data"]) === ""
        ? { message: `${where}: Invalid \`data\` in \`redacted_thinking\` block` }
        : undefined;
    }),

  "claude.thinking.role": (request) =>
    firstIn(turnsOf(request), ({ role, blocks }) => {
      const found = role === "assistant" ? undefined : blocks.find(({ block }) => isThought(block["type"]));
      return found === undefined
        ? undefined
        : {
            message: `messages.${found.message}.content.${found.index}: \`thinking\` blocks may only be in \`assistant\` messages`,
          };
    }),

  "claude.thinking.first": (request) => {
    const turns = turnsOf(request);
    const last = turns.findLast(({ role }) => role === "assistant");
    const isLoop = turns.at(-1)?.blocks.some(({ block }) => block["type"] === "tool_result") === true;
    const found = last?.blocks[0]?.block["type"];
    if (members(request.body["thinking"])["type"] !== "enabled" || !wantsThinkingFirst(request.model))
      return undefined;
    if (!isLoop || last === undefined || isThought(found)) return undefined;
    return {
      message: `messages.${last.message}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${text(found)}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable \`thinking\`.`,
    };
  },

  "claude.search.encrypted": (request) =>
    firstIn(allBlocks(request), ({ block, where }) => {
      if (block["type"] !== "web_search_tool_result") return undefined;
      return firstIn(objects(block["content"]), (result, index) =>
        isSealed(result["encrypted_content"])
          ? undefined
          : {
              message: `${where}.web_search_tool_result.content.${index}: Invalid \`encrypted_content\` in \`search_result\` block`,
            },
      );
    }),

  "claude.search.encrypted-index": (request) =>
    firstIn(allBlocks(request), ({ block, where }) =>
      firstIn(objects(block["citations"]), (citation, index) =>
        citation["type"] !== "web_search_result_location" || isSealed(citation["encrypted_index"])
          ? undefined
          : { message: `${where}.text.citations.${index}: Invalid \`encrypted_index\`` },
      ),
    ),
};

// Anthropic's sealed texts, and those of the simulated engine, are protocol buffers in base64 that begin with field 2.
function isSealed(value: unknown): boolean {
  return typeof value === "string" && value.startsWith("E") && isStandardBase64(value);
}
