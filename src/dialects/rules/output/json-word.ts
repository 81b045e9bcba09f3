import type { Block, Conversation, Message } from "../../../contract/index.ts";
import type { ModelRule } from "../rule.ts";

const PROMPT = "Answer in JSON.";

/** JSON mode needs the word in the prompt at some APIs, or they answer with an error. */
export const jsonWord: ModelRule = {
  id: "output.json_word",
  title: "JSON mode needs the word JSON in a message; a system message says it if none does.",
  feature: "output.json",
  remedies: ["normalise"],
  limit: "format",
  apply(conversation, { format }, note) {
    if (conversation.output?.kind !== "json" || format?.jsonWord === undefined) return conversation;
    if (saysJson(conversation, format.jsonWord)) return conversation;
    const reason = `JSON mode needs the word in a message here; "${PROMPT}" is added`;
    note({ node: undefined, at: "$", disposition: "mapped", reason, feature: "output.json" });
    const said: Message = { role: "system", content: [{ type: "text", text: PROMPT }] };
    return { ...conversation, messages: [said, ...conversation.messages] };
  },
};

function saysJson({ system, messages }: Conversation, where: "anywhere" | "messages"): boolean {
  if (where === "anywhere" && system.some(hasWord)) return true;
  return messages.some(({ content }) => content.some(hasWord));
}

function hasWord(block: Block): boolean {
  if (block.type === "tool_result") return block.content.some(hasWord);
  return block.type === "text" && /json/i.test(block.text);
}
