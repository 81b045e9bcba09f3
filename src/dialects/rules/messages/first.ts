import type { Message } from "../../../contract/index.ts";
import type { ModelRule } from "../rule.ts";

const OPENING = "(The conversation begins.)";

/** Puts a text of the user before a conversation that the user does not begin. */
export const firstMessage: ModelRule = {
  id: "messages.first",
  title:
    "A conversation that the user does not begin, or without any message, gets a short text of the user first if the target wants one.",
  feature: "text",
  remedies: ["normalise"],
  limit: "messages",
  apply(conversation, { messages: limits }, note) {
    if (limits?.first === undefined) return conversation;
    const { messages } = conversation;
    if (limits.first === "any" && messages.length > 0) return conversation;
    const first = messages.findIndex(({ role }) => role !== "system" && role !== "developer");
    if (first !== -1 && messages[first]!.role !== "assistant") return conversation;
    const place = first === -1 ? messages.length : first;
    note({
      node: messages[first],
      at: first === -1 ? "$" : "",
      disposition: "disclosed",
      reason: `a conversation must ${limits.first === "any" ? "have a message" : "begin with the user"} here; the text ${JSON.stringify(OPENING)} is put first`,
      feature: "text",
    });
    const opening: Message = { role: "user", content: [{ type: "text", text: OPENING }] };
    return { ...conversation, messages: [...messages.slice(0, place), opening, ...messages.slice(place)] };
  },
};
