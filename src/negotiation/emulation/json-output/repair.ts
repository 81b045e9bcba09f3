import type { Conversation, Message, Reply } from "../../../contract/index.ts";
import type { SchemaError } from "../json-schema/validator.ts";
import { checkStructuredOutput, wantedBy } from "./json-answer.ts";

/**
 * Builds the request that shows the model its reply and the errors in it. The caller sends it.
 *
 * @example
 * import { checkStructuredOutput, repairRequest } from "agent-backplane/negotiation";
 * const outcome = checkStructuredOutput(reply, { kind: "json_schema", schema: { type: "object" } });
 * const next = outcome.ok ? undefined : repairRequest(conversation, reply, outcome.errors);
 */
export function repairRequest(
  conversation: Conversation,
  reply: Reply,
  errors: readonly SchemaError[],
): Conversation {
  const texts = reply.candidates[0]?.content.filter((block) => block.type === "text") ?? [];
  const said = texts.map((block) => block.text).join("");
  const request = [
    `Your reply is not ${wantedBy(conversation.output)}:`,
    ...errors.map(({ path, message }) => `- ${path === "" ? "the reply" : path}: ${message}`),
    conversation.output?.kind === "enum"
      ? "Reply again with one of the words only."
      : "Reply again with the corrected JSON only.",
  ].join("\n");
  const messages: Message[] = [{ role: "user", content: [{ type: "text", text: request }] }];
  // Most engines refuse an empty message.
  if (said !== "") messages.unshift({ role: "assistant", content: [{ type: "text", text: said }] });
  return { ...conversation, messages: [...conversation.messages, ...messages] };
}

/** Builds the same request for a reply that is not what the conversation asked for; the faults are found again. */
export function repairFor(conversation: Conversation, reply: Reply): Conversation {
  const { output } = conversation;
  const outcome = output === undefined ? undefined : checkStructuredOutput(reply, output);
  return repairRequest(conversation, reply, outcome?.ok === false ? outcome.errors : []);
}
