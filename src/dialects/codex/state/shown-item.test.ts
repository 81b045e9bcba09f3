import { describe, expect, it } from "vitest";
import { mintItemId, showItem } from "./shown-item.ts";

describe("an item of a conversation", () => {
  it.each([
    [{}, "msg_1"],
    [{ type: "message" }, "msg_1"],
    [{ type: 3 }, "msg_1"],
    ["x", "msg_1"],
    [{ type: "reasoning" }, "rs_1"],
    [{ type: "function_call" }, "fc_1"],
    [{ type: "function_call_output" }, "fco_1"],
    [{ type: "custom_tool_call" }, "ctc_1"],
    [{ type: "custom_tool_call_output" }, "ctco_1"],
    [{ type: "compaction" }, "cmp_1"],
    [{ type: "novel" }, "item_1"],
  ])("%j gets the id %s", (item, id) => expect(mintItemId(item, "1")).toBe(id));

  const said = { type: "message", id: "i", status: "completed" };
  it.each<[unknown, object]>([
    ["x", { ...said, role: "user", content: [] }],
    [
      { role: "user", content: "a" },
      { ...said, role: "user", content: [{ type: "input_text", text: "a" }] },
    ],
    [
      { role: "assistant", content: "a" },
      {
        ...said,
        role: "assistant",
        content: [{ type: "output_text", text: "a", annotations: [], logprobs: [] }],
      },
    ],
    [{ role: "user" }, { ...said, role: "user", content: [] }],
    [
      {
        role: "assistant",
        status: "incomplete",
        content: [{ type: "output_text", text: "a", annotations: [1] }, { type: "refusal" }, "b"],
      },
      {
        ...said,
        role: "assistant",
        status: "incomplete",
        content: [
          { type: "output_text", text: "a", annotations: [1], logprobs: [] },
          { type: "refusal" },
          "b",
        ],
      },
    ],
    [
      {
        role: "user",
        content: [
          { type: "input_image", image_url: "u" },
          { type: "input_image", detail: "low" },
        ],
      },
      {
        ...said,
        role: "user",
        content: [
          { type: "input_image", image_url: "u", detail: "auto" },
          { type: "input_image", detail: "low" },
        ],
      },
    ],
    ...["function_call", "function_call_output", "computer_call_output"].map((type): [object, object] => [
      { type, call_id: "c" },
      { type, call_id: "c", id: "i", status: "completed" },
    ]),
    [
      { type: "reasoning", id: "old", content: "x" },
      { type: "reasoning", id: "i", content: "x" },
    ],
  ])("%j is shown with what callers may leave out", (item, shown) => {
    expect(showItem("i", item)).toStrictEqual(shown);
  });
});
