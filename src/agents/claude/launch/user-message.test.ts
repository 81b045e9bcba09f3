import { expect, it } from "vitest";
import { buildWorkOrder } from "../../../contract/index.ts";
import { orderContent, userMessage } from "./user-message.ts";

it("begins with the images of the order and ends with its text", () => {
  const images = [{ media_type: "image/png", data: "aGk=", name: "a.png" }];
  const order = buildWorkOrder("id", "look", { context: { files: ["a.ts"], images } });
  expect(orderContent(order)).toEqual([
    { type: "image", source: { type: "base64", media_type: "image/png", data: "aGk=" } },
    { type: "text", text: "look\n\nFiles to consider:\n- a.ts" },
  ]);
});

it("is only text without images", () => {
  expect(orderContent(buildWorkOrder("id", "look"))).toEqual([{ type: "text", text: "look" }]);
});

it("is a line with an id", () => {
  expect(userMessage("m-1", "hi")).toEqual({
    type: "user",
    uuid: "m-1",
    session_id: "",
    message: { role: "user", content: "hi" },
    parent_tool_use_id: null,
  });
});
