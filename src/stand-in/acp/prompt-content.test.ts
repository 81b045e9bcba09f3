import { expect, it } from "vitest";
import { readPrompt } from "./prompt-content.ts";

const image = { type: "image", data: "AA==", mimeType: "image/png" };

it.each<[readonly unknown[], object]>([
  [[], {}],
  [["no block", 1, null], {}],
  [
    [
      { type: "text", text: "a" },
      { type: "resource_link", uri: "file:///b", name: "b" },
      { type: "text", text: "" },
    ],
    { text: "a\n\n@file:///b\n\n" },
  ],
  [
    [image, { ...image, data: "BB==", text: "not shown" }],
    { images: ["AA==", "BB=="].map((data) => ({ media_type: "image/png", data })) },
  ],
  [
    [
      { type: "resource", resource: { uri: "file:///c", text: "content" } },
      { type: "resource", resource: { text: "" } },
    ],
    {
      resources: [
        { name: "file:///c", content: "content" },
        { name: "resource", content: "" },
      ],
    },
  ],
])("the prompt %j is %j", (blocks, content) => {
  expect(readPrompt(blocks)).toEqual({ text: "", images: [], resources: [], ...content });
});

it.each<[unknown, string]>([
  [{ type: "text" }, '"text"'],
  [{ type: "audio", text: "a", ...{ data: "AA==", mimeType: "audio/wav" } }, '"audio"'],
  [{ type: "image", data: "AA==" }, '"image"'],
  [{ type: "image", mimeType: "image/png" }, '"image"'],
  [{ type: "resource_link" }, '"resource_link"'],
  [{ type: "resource", resource: "text" }, '"resource"'],
  [{ type: "resource", resource: { blob: "AA==" } }, '"resource"'],
  [{ type: "resource", uri: "u", text: "t" }, '"resource"'],
])("the block %j is refused", (block, type) => {
  expect(() => readPrompt([block])).toThrow(
    expect.objectContaining({ code: -32602, message: `content of type ${type} is not offered` }),
  );
});

it("a prompt that is no list is refused", () => {
  expect(() => readPrompt("a")).toThrow(
    expect.objectContaining({ code: -32602, message: "`prompt` is not a list" }),
  );
});
