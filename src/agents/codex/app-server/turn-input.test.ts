import { expect, it } from "vitest";
import { buildWorkOrder } from "../../../contract/index.ts";
import { textInput, turnInput } from "./turn-input.ts";

const id = "00000000-0000-4000-8000-000000000002";

it("The input of a turn is the prompt and then the images", () => {
  const images = [
    { media_type: "image/png", data: "AAAA" },
    { media_type: "image/jpeg", data: "BBBB" },
  ];
  const snippets = [{ name: "note", content: "remember" }];
  expect(turnInput(buildWorkOrder(id, "Look.", { context: { images, snippets } }))).toEqual([
    { type: "text", text: "Look.\n\nnote:\n```\nremember\n```", text_elements: [] },
    { type: "image", url: "data:image/png;base64,AAAA" },
    { type: "image", url: "data:image/jpeg;base64,BBBB" },
  ]);
});

it("The input of a turn without images is the prompt", () => {
  expect(turnInput(buildWorkOrder(id, "Go."))).toEqual([textInput("Go.")]);
});
