import type { Conversation, Message, Reply } from "../../../contract/index.ts";
import type { SchemaError } from "../json-schema/validator.ts";

/** Builds the request that shows the model its reply and the errors in it. The caller sends it. */
export function repairRequest(
  conversation: Conversation,
  reply: Reply,
  errors: readonly SchemaError[],
): Conversation {
  const texts = reply.candidates[0]?.content.filter((block) => block.type === "text") ?? [];
  const said = texts.map((block) => block.text).join("");
  const request = [
    "Your reply is not the JSON that was asked for:",
    ...errors.map(({ path, message }) => `- ${path === "" ? "the reply" : path}: ${message}`),
    "Reply again with the corrected JSON only.",
  ].join("\n");
  const messages: Message[] = [{ role: "user", content: [{ type: "text", text: request }] }];
  // Most engines refuse an empty message.
  if (said !== "") messages.unshift({ role: "assistant", content: [{ type: "text", text: said }] });
  return { ...conversation, messages: [...conversation.messages, ...messages] };
}
