import { describe, expect, it } from "vitest";
import { f, write } from "../fixtures/foreign.ts";

describe("a writer of tools", () => {
  it("D1, D2: writes every tool choice as what it is", () => {
    const choices = (["auto", "none", "required"] as const).map(
      (mode) => write({ tools: [f], toolChoice: { mode } }).body["tool_choice"],
    );
    expect(choices).toEqual([{ type: "auto" }, { type: "none" }, { type: "any" }]);
    const one = write({ tools: [f], toolChoice: { mode: "tool", name: "f" }, parallelToolCalls: true });
    expect(one.body["tool_choice"]).toEqual({ type: "tool", name: "f", disable_parallel_tool_use: false });
  });

  it("D2: offers only the allowed tools", () => {
    const g = { ...f, name: "g" };
    const { body } = write({ tools: [f, g], toolChoice: { mode: "required", allowed: ["g"] } });
    expect(body).toMatchObject({ tools: [{ name: "g" }], tool_choice: { type: "any" } });
    expect(body["tools"]).toHaveLength(1);
  });

  it("D3: writes the flag for parallel calls alone as auto", () => {
    const { body } = write({ tools: [f], parallelToolCalls: false });
    expect(body["tool_choice"]).toEqual({ type: "auto", disable_parallel_tool_use: true });
  });

  it("leaves out a choice if there are no tools, and refuses one that binds", () => {
    const none = write({ toolChoice: { mode: "none" } });
    expect(none.body["tool_choice"]).toBeUndefined();
    expect(none.notes).toMatchObject([{ disposition: "mapped" }]);
    expect(write({ toolChoice: { mode: "required" } }).notes).toMatchObject([{ disposition: "refused" }]);
  });

  it("D20: carries the schema as it is, and gives a tool without one an empty object", () => {
    const parameters = { type: "object", $defs: { a: {} }, properties: { x: { const: 1 } } };
    const { body } = write({
      tools: [
        { ...f, parameters },
        { ...f, name: "g", parameters: undefined },
        { ...f, name: "h", parameters: {} },
      ],
    });
    expect(body["tools"]).toEqual([
      { name: "f", input_schema: parameters },
      { name: "g", input_schema: { type: "object", properties: {} } },
      { name: "h", input_schema: { type: "object" } },
    ]);
  });
});
