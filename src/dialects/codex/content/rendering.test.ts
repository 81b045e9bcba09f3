import { describe, expect, it } from "vitest";
import { renderUnit } from "./rendering.ts";

describe("the text of an item", () => {
  const run = "[Code that was run]\n```python\nx\n```";
  const output = `${run}\n[Output of the code]`;
  const sealed = "[An image, which is not part of the record]";
  it.each([
    [{ code: "x" }, run],
    [{ code: 1 }, run.replace("x", "")],
    [{ code: "x", outputs: null }, run],
    [{ code: "x", outputs: [] }, run],
    [{ code: "x", outputs: [null, "a", { type: "file", url: "https://a.test/" }] }, run],
    [
      {
        code: "x",
        outputs: [{ type: "logs", logs: "a" }, { type: "image", url: "https://a.test/b.png" }, { logs: "c" }],
      },
      `${output}\na\n[Image: https://a.test/b.png]\nc`,
    ],
    [
      { code: "x", outputs: [{ type: "image", url: "http://a.test/" }] },
      `${output}\n[Image: http://a.test/]`,
    ],
    [{ code: "x", outputs: [{ type: "image", url: "data:https://" }] }, `${output}\n${sealed}`],
    [{ code: "x", outputs: [{ type: "image" }] }, `${output}\n${sealed}`],
    [{ code: "x", outputs: [{ type: "image", url: ["https://a.test/"] }] }, `${output}\n${sealed}`],
  ])("says of code %j what it wrote", (value, text) => {
    expect(renderUnit("code_interpreter_call", value)).toBe(text);
  });

  const call = "[Call of find at the MCP server docs: {}]";
  it.each([
    [{}, call],
    [{ output: 1 }, call],
    [{ output: "x" }, `${call}\n[The MCP server answered]\nx`],
    [{ output: "x", error: null }, `${call}\n[The MCP server answered]\nx`],
    [{ output: "x", error: "bad" }, `${call}\n[The MCP server failed]\nbad`],
    [{ error: { code: 1 } }, `${call}\n[The MCP server failed]\n{"code":1}`],
  ])("says of a call of a server with %j what it answered", (more, text) => {
    expect(renderUnit("mcp_call", { server_label: "docs", name: "find", arguments: "{}", ...more })).toBe(
      text,
    );
  });

  it.each([
    [{}, ""],
    [{ revised_prompt: "" }, ""],
    [{ revised_prompt: 1 }, ""],
    [{ revised_prompt: "a cat" }, ": a cat"],
  ])("says of an image with %j what it shows", (value, told) => {
    expect(renderUnit("image_generation_call", value)).toBe(
      `[An image was generated here${told}. The image itself is not part of the record]`,
    );
  });

  it("is none for other items", () => {
    expect(renderUnit("web_search_call", {})).toBeUndefined();
  });
});
