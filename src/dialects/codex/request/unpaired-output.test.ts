import { describe, expect, it } from "vitest";
import { IdMap } from "../../id-map.ts";
import { Origins } from "../../origins.ts";
import { findDialect } from "../../registry/lookup.ts";
import { translateRequest } from "../../translate/request.ts";
import { codex } from "../index.ts";

const user = { role: "user", content: "hi" };
const call = { type: "function_call", call_id: "c1", name: "f", arguments: "{}" };
const output = { type: "function_call_output", call_id: "c1", output: "x" };
const custom = { type: "custom_tool_call_output", call_id: "c1", output: "x" };

function check(input: unknown, more: object = {}): void {
  const origins = new Origins();
  const conversation = codex.readRequest({ model: "m", input, ...more }, { origins });
  codex.checkRequest?.(conversation, origins);
}

describe("the output of a call", () => {
  it.each([[[output]], [[user, custom]], [[{ ...call, call_id: "c2" }, output]]])(
    "without its call is refused: %j",
    (input) => {
      const at = `$.input[${input.length - 1}]`;
      expect(() => check(input)).toThrow(
        expect.objectContaining({
          code: "validation_failed",
          where: at,
          message: "No tool call found for function call output with call_id c1.",
        }),
      );
    },
  );

  it("with its call is accepted", () => {
    check([user, call, output]);
    check([user, { type: "custom_tool_call", call_id: "c1", name: "f", input: "" }, custom]);
    check([user]);
  });

  it("may belong to a call of the response or conversation that the request continues", () => {
    check([output], { previous_response_id: "resp_1" });
    check([output], { conversation: "conv_1" });
    check([{ type: "item_reference", id: "fc_1" }, output]);
    check([{ type: "compaction", encrypted_content: "sealed" }, output]);
  });

  it("is refused before anything is translated, and read all the same", () => {
    const body = { model: "m", input: [output] };
    expect(() => translateRequest(codex, findDialect("claude"), body)).toThrow("No tool call found");
    const conversation = codex.readRequest(body, { origins: new Origins() });
    expect(
      codex.writeRequest(conversation, { ids: new IdMap(), note: () => undefined }).body["input"],
    ).toEqual([output]);
  });
});
