import { expect, it } from "vitest";
import type { JsonValue } from "../../../lib/index.ts";
import { claudeFeatures } from "../features.ts";
import { readContent } from "./user-content.ts";

const image = (source: object) => ({ type: "image", source: { ...source } }) as JsonValue;
const whole = { type: "base64", data: "AA==", media_type: "image/png" };

it.each<[JsonValue, object]>([
  ["words", { text: "words", images: [] }],
  ["", { text: "", images: [] }],
  [[], { text: "", images: [] }],
  [
    { type: "text", text: "a" },
    { text: "a", images: [] },
  ],
  [
    [{ type: "text", text: "a" }, image(whole), { type: "text", text: "b" }],
    { text: "a\n\nb", images: [{ media_type: "image/png", data: "AA==" }] },
  ],
])("the content %j is %j", (content, read) => {
  expect(readContent(content)).toEqual(read);
});

it.each<[JsonValue | undefined]>([
  [undefined],
  [null],
  [1],
  [["a"]],
  [[{ type: "text" }]],
  [[{ type: "document", text: "a" }]],
  [[image({ ...whole, data: 1 })]],
  [[image({ data: "AA==" })]],
  [[image({ media_type: "image/png" })]],
  [[{ type: "image" }]],
  [[{ type: "document", source: whole }]],
])("the content %j is refused", (content) => {
  expect(() => readContent(content)).toThrow(
    expect.objectContaining({
      code: "capability_unsupported",
      message: claudeFeatures.other_content.words,
    }),
  );
});
