import { expect, it } from "vitest";
import { conversationNotFound, itemNotFound } from "./not-found.ts";

it("what is not the caller's own is not found, without a word on whether it exists", () => {
  expect(conversationNotFound("conv_1", "$.conversation")).toMatchObject({
    code: "response_not_found",
    message: "Conversation with id 'conv_1' not found",
    where: "$.conversation",
    advice: "Create the conversation first.",
    details: { reason: "not_owned" },
  });
  expect(itemNotFound("msg_1")).toMatchObject({
    code: "response_not_found",
    message: "Item with id 'msg_1' not found",
    where: undefined,
    details: { reason: "not_owned" },
  });
  expect(itemNotFound("msg_1").advice).toContain("Send the item itself");
});
