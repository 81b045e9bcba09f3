import { describe, expect, it } from "vitest";
import { Origins } from "../../origins.ts";
import { readRequest } from "../request/reader.ts";

function read(caller: object) {
  const call = { type: "tool_use", id: "t", name: "f", input: {}, caller };
  const body = { model: "m", max_tokens: 1, messages: [{ role: "assistant", content: [call] }] };
  return readRequest(body, { origins: new Origins() }).messages[0]!.content[0]!;
}

describe("who made a tool call", () => {
  it("is not kept if the model itself did", () => {
    expect(read({ type: "direct" })).not.toHaveProperty("vendor");
  });

  it.each([
    { type: "code_execution_20250825", tool_id: "s" },
    { type: "direct", more: 1 },
  ])("is kept if it says more: %j", (caller) =>
    expect(JSON.stringify(read(caller))).toContain(JSON.stringify(caller)),
  );
});
