import { expect, it } from "vitest";
import { allBlocks, blocksOf, turnsOf } from "./turns.ts";

const ask = (messages: unknown) => ({ model: "m", stream: false, body: { messages } });
const a = { type: "text", text: "a" };
const b = { type: "text", text: "b" };
const image = { type: "image" };

it.each<[content: unknown, blocks: readonly object[]]>([
  ["a", [a]],
  ["", [{ type: "text", text: "" }]],
  [
    [a, "x", image],
    [a, {}, image],
  ],
  [undefined, []],
  [7, []],
])("the blocks of %j are %j", (content, blocks) => {
  expect(blocksOf(content)).toEqual(blocks);
});

it("the messages of one role in a row are one turn, whose blocks keep their places", () => {
  const messages = [
    { role: "user", content: "a" },
    { role: "user", content: [b, image] },
    { role: "assistant", content: [] },
    7,
    { role: "user", content: [a] },
  ];
  expect(turnsOf(ask(messages))).toEqual([
    {
      role: "user",
      message: 0,
      blocks: [
        { block: a, message: 0, index: 0 },
        { block: b, message: 1, index: 0 },
        { block: image, message: 1, index: 1 },
      ],
    },
    { role: "assistant", message: 2, blocks: [] },
    { role: undefined, message: 3, blocks: [] },
    { role: "user", message: 4, blocks: [{ block: a, message: 4, index: 0 }] },
  ]);
  expect(turnsOf(ask(undefined))).toEqual([]);
});

it("every block has a place, also the blocks of a tool's result", () => {
  const result = { type: "tool_result", content: [b, image] };
  const other = { type: "document", content: [b] };
  const messages = [
    { role: "user", content: "a" },
    { role: "user", content: [other, result] },
  ];
  expect([...allBlocks(ask(messages))]).toEqual([
    { block: a, where: "messages.0.content.0" },
    { block: other, where: "messages.1.content.0" },
    { block: result, where: "messages.1.content.1" },
    { block: b, where: "messages.1.content.1.tool_result.content.0" },
    { block: image, where: "messages.1.content.1.tool_result.content.1" },
  ]);
});
