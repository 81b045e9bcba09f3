import { describe, expect, it } from "vitest";
import { factsOf, OpenMessages } from "./message-facts.ts";

const message = {
  id: "msg_1",
  model: "m",
  usage: { input_tokens: 7, output_tokens: 1, cache_read_input_tokens: 3, cache_creation_input_tokens: 2 },
};
// Cached tokens are part of the input.
const known = { input_tokens: 12, output_tokens: 1, cache_read_tokens: 3, cache_write_tokens: 2 };

describe("what a message says of itself", () => {
  it.each([
    ["its id, its model and its usage", message, { id: "msg_1", model: "m", usage: known }],
    ["no usage", { id: "msg_1", model: "m" }, { id: "msg_1", model: "m", usage: {} }],
    ["a usage that is none", { ...message, usage: 1 }, { id: "msg_1", model: "m", usage: {} }],
    ["nothing without an id", { ...message, id: 1 }, undefined],
    ["nothing without a model", { ...message, model: null }, undefined],
  ])("is %s", (_, raw, facts) => {
    expect(factsOf(raw)).toEqual(facts);
  });
});

describe("a message that is being written", () => {
  it("is named with its first piece, and not again until the next message begins", () => {
    const open = new OpenMessages();
    expect(open.firstPiece(undefined)).toBeUndefined();
    open.begin(message, undefined);
    open.begin({ ...message, id: "msg_2" }, "toolu_1");
    expect(open.firstPiece(undefined)).toEqual({ id: "msg_1", model: "m", usage: known });
    expect(open.firstPiece(undefined)).toBeUndefined();
    expect(open.firstPiece("toolu_1")?.id).toBe("msg_2");
    expect(open.firstPiece("toolu_2")).toBeUndefined();
    open.begin({ ...message, id: "msg_3" }, undefined);
    expect(open.firstPiece(undefined)?.id).toBe("msg_3");
  });

  it.each([
    [{ usage: { output_tokens: 9 } }, { usage: { ...known, output_tokens: 9 } }],
    [
      { usage: { input_tokens: 8, output_tokens: null, cache_read_input_tokens: 0 } },
      { usage: { input_tokens: 10, output_tokens: 1, cache_read_tokens: 0, cache_write_tokens: 2 } },
    ],
    [
      { usage: {}, delta: { stop_reason: "end_turn" } },
      { usage: known, stopReason: "end_turn" },
    ],
    [{ usage: {}, delta: { stop_reason: null } }, { usage: known }],
    [{ usage: {}, delta: "end_turn" }, { usage: known }],
  ])("ends with %j as %j", (event, facts) => {
    const open = new OpenMessages();
    open.begin(message, "toolu_1");
    expect(open.end(event, undefined)).toBeUndefined();
    expect(open.end(event, "toolu_1")).toStrictEqual({ id: "msg_1", model: "m", ...facts });
    expect(open.end(event, "toolu_1")).toBeUndefined();
  });

  it.each([
    ["has no usage", message, {}, undefined],
    ["began without an id", { ...message, id: null }, { usage: { output_tokens: 9 } }, undefined],
    [
      "began without a usage",
      { ...message, usage: null },
      { usage: { input_tokens: 1, output_tokens: 9 } },
      {
        ...{ id: "msg_1", model: "m" },
        usage: { input_tokens: 1, output_tokens: 9, cache_read_tokens: 0, cache_write_tokens: 0 },
      },
    ],
  ])("used at its end what is known if it %s", (_, begin, event, facts) => {
    const open = new OpenMessages();
    open.begin(begin, undefined);
    expect(open.end(event, undefined)).toEqual(facts);
    expect(open.firstPiece(undefined)).toBeUndefined();
  });
});
