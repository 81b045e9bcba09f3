import { AbpError } from "../../contract/index.ts";

/** Errors for ids that are not the caller's own are the same, whether or not they are another's: 404 in every place. */
const NOT_OWNED = { reason: "not_owned" };

/** The error for a conversation that is not kept; `where` is the place of its id in the request. */
export function conversationNotFound(id: string, where?: string): AbpError {
  return notFound(`Conversation with id '${id}' not found`, "Create the conversation first.", where);
}

/** The error for an item that neither a kept response nor a conversation has. */
export function itemNotFound(id: string, where?: string): AbpError {
  const advice = "Send the item itself, or refer to an item of a response that was stored and not deleted.";
  return notFound(`Item with id '${id}' not found`, advice, where);
}

function notFound(message: string, advice: string, where: string | undefined): AbpError {
  return new AbpError("response_not_found", message, {
    advice,
    details: NOT_OWNED,
    ...(where === undefined ? {} : { where }),
  });
}
