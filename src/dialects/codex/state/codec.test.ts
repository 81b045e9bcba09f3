import { describe, expect, it } from "vitest";
import { state } from "./codec.ts";

describe("kept responses of the Responses API", () => {
  it("list a plain text as the user's message, and anything else that is no list as nothing", () => {
    const item = { type: "message", role: "user", content: [{ type: "input_text", text: "hi" }] };
    expect(state.inputOf({ input: "hi" })).toEqual([item]);
    expect(state.inputOf({ input: 5 })).toEqual([]);
    expect(state.inputOf({ input: [item] })).toEqual([item]);
    expect(state.writeInput("hi", "resp_7")).toEqual({
      object: "list",
      data: [{ ...item, id: "msg_70", status: "completed" }],
      first_id: "msg_70",
      last_id: "msg_70",
      has_more: false,
    });
    const items = [{ id: "a" }, { id: "b" }];
    expect(state.writeInput(items, "resp_7")).toMatchObject({ first_id: "a", last_id: "b" });
  });

  it("repeat what a request continues, and nothing else of it", () => {
    const request = { model: "m", store: true, previous_response_id: "resp_0", input: "hi" };
    expect(state.echoOf(request)).toEqual({ previous_response_id: "resp_0" });
    expect(state.echoOf({ conversation: "conv_1" })).toEqual({ conversation: { id: "conv_1" } });
    expect(state.echoOf({ previous_response_id: null, conversation: null })).toEqual({});
  });

  it("confirm a deletion", () => {
    expect(state.writeDeleted("resp_1")).toEqual({ id: "resp_1", object: "response", deleted: true });
  });

  it("are kept unless the request says no, and run in the background only on request", () => {
    expect([state.isKept({}), state.isKept({ store: true }), state.isKept({ store: false })]).toEqual([
      true,
      true,
      false,
    ]);
    expect([state.isBackground({}), state.isBackground({ background: true })]).toEqual([false, true]);
    expect(state.toForeground({ model: "m", background: true, store: true })).toEqual({
      model: "m",
      store: false,
      stream: false,
    });
    expect(state.toForeground({ background: true, stream: true })).toEqual({ store: false, stream: true });
  });

  it("say how their work ended", () => {
    const pending = state.writePending("resp_1", { model: "m", background: true }, 7, "queued");
    expect(pending).toMatchObject({
      id: "resp_1",
      created_at: 7,
      status: "queued",
      background: true,
      output: [],
    });
    expect(state.writeCancelled(pending)).toEqual({ ...pending, status: "cancelled" });
    expect(state.writeFailed(pending, { status: 429, message: "slow down" })).toEqual({
      ...pending,
      status: "failed",
      error: { code: "rate_limit_exceeded", message: "slow down" },
    });
    const request = { previous_response_id: "resp_0", conversation: "conv_1", store: true };
    const finished = { id: "theirs", status: "completed", store: false, background: false };
    expect(state.writeFinished("resp_1", finished, request)).toEqual({
      id: "resp_1",
      status: "completed",
      background: true,
      store: true,
      previous_response_id: "resp_0",
      conversation: { id: "conv_1" },
    });
    expect([pending, finished].map(state.isBackgroundResponse)).toEqual([true, false]);
  });

  it("exclude what the API excludes", () => {
    const codeOf = (request: object) => {
      try {
        state.check(request as Record<string, unknown>);
        return undefined;
      } catch (error) {
        return (error as { where: string }).where;
      }
    };
    expect(codeOf({ previous_response_id: "resp_1", conversation: "conv_1" })).toBe("$.conversation");
    expect(codeOf({ previous_response_id: null, conversation: { id: "conv_1" } })).toBeUndefined();
    expect(codeOf({ background: true, store: false })).toBe("$.store");
    expect(codeOf({ background: false, store: false })).toBeUndefined();
    expect(codeOf({ background: true })).toBeUndefined();
  });

  it("are streamed from the background under the id that was given out", () => {
    const event = { type: "response.created", sequence_number: 9, response: { id: "theirs" } };
    expect(state.writeEvent("resp_1", event, 0, {})).toMatchObject({
      type: "response.created",
      sequence_number: 0,
      response: { id: "resp_1", background: true, store: true },
    });
    const delta = { type: "response.output_text.delta", delta: "x", sequence_number: 3 };
    expect(state.writeEvent("resp_1", delta, 4, {})).toEqual({ ...delta, sequence_number: 4 });
    expect(state.frame('{"type":"t"}')).toBe('event: t\ndata: {"type":"t"}\n\n');
  });
});

describe("what a request of the Responses API continues", () => {
  it("is an earlier response with a name, or nothing", () => {
    expect(state.previousOf({ previous_response_id: "resp_1" })).toBe("resp_1");
    for (const previous of ["", null, undefined, 5])
      expect(state.previousOf({ previous_response_id: previous })).toBeUndefined();
  });

  it("is a conversation by its id alone or in an object, and unreadable in any other form", () => {
    expect(state.conversationOf({ conversation: "conv_1" })).toBe("conv_1");
    expect(state.conversationOf({ conversation: { id: "conv_1" } })).toBe("conv_1");
    for (const conversation of [null, undefined])
      expect(state.conversationOf({ conversation })).toBeUndefined();
    for (const conversation of [5, {}, { id: 5 }, []])
      expect(state.conversationOf({ conversation })).toBe("");
  });

  it("is put in front of its input, and the references to it are taken out", () => {
    const request = { model: "m", input: ["new"], previous_response_id: "resp_1", conversation: "conv_1" };
    const turns = [
      { input: ["a"], response: { output: ["b"] } },
      { input: "text", response: undefined },
    ];
    const text = { type: "message", role: "user", content: [{ type: "input_text", text: "text" }] };
    expect(state.expand(request, turns)).toEqual({ model: "m", input: ["a", "b", text, "new"] });
  });

  it("has empty names that exclude nothing, and says which two exclude each other", () => {
    expect(() => state.check({ previous_response_id: "", conversation: "conv_1" })).not.toThrow();
    expect(() => state.check({ previous_response_id: "resp_1", conversation: "" })).not.toThrow();
    expect(() => state.check({ previous_response_id: "resp_1", conversation: "conv_1" })).toThrow(
      "previous_response_id and conversation exclude each other",
    );
    expect(() => state.check({ background: true, store: false })).toThrow("must be stored");
  });

  it("are the members that are read of a body, and the places of an answer's id", () => {
    expect(state.members).toEqual(["previous_response_id", "conversation", "store", "background"]);
    expect(state.idPaths).toEqual({ body: ["id"], event: ["response", "id"] });
  });
});

describe("items of the Responses API", () => {
  it("of an answer are those with an id", () => {
    const output = [{ id: "a" }, { id: "" }, { type: "message" }, "x", { id: 5 }, { id: "b" }];
    expect(state.itemsOf({ output })).toEqual([
      { id: "a", item: { id: "a" } },
      { id: "b", item: { id: "b" } },
    ]);
    for (const response of [undefined, null, "x", { output: "x" }])
      expect(state.itemsOf(response)).toEqual([]);
    expect([state.idOf({ id: "resp_1" }), state.idOf({ id: "" }), state.idOf(null)]).toEqual([
      "resp_1",
      undefined,
      undefined,
    ]);
  });

  it("that stand for a kept one are named with their place, and replaced if it is found", () => {
    const input = [
      "said",
      { id: "a", type: "item_reference", note: "x" },
      { id: "b" },
      { id: "c", type: null },
      { id: "d", role: "user" },
      { id: "e", type: "message" },
      { type: "item_reference" },
    ];
    expect(state.referencesOf({ input })).toEqual([
      { id: "a", where: "$.input[1]" },
      { id: "b", where: "$.input[2]" },
      { id: "c", where: "$.input[3]" },
    ]);
    const found = new Map([
      ["a", "A"],
      ["d", "D"],
    ]);
    expect(state.insertItems({ model: "m", input }, found)).toEqual({
      model: "m",
      input: ["said", "A", ...input.slice(2)],
    });
    expect(state.referencesOf({ input: "text" })).toEqual([]);
  });

  it("of an input are listed under ids of their own if they have none, and an empty list has no ends", () => {
    const { data } = state.writeInput(["x", { type: "function_call" }], "resp_ab") as { data: unknown };
    expect(data).toEqual([
      { id: "msg_ab0", type: "message", role: "user", status: "completed", content: [] },
      { id: "fc_ab1", type: "function_call", status: "completed" },
    ]);
    expect(state.writeInput([], "resp_ab")).toMatchObject({ data: [], first_id: null, last_id: null });
  });
});

describe("the end of a stream", () => {
  it("is the response of its last event, and none without one", () => {
    expect(state.finalOf({ type: "response.completed", response: { id: "b" } })).toEqual({ id: "b" });
    expect(state.finalOf({ type: "error" })).toBeUndefined();
  });

  it("is written with the number that follows", () => {
    const response = { id: "resp_1", status: "cancelled", output: [] };
    expect(state.endOf(response, 7)).toEqual({ type: "response.failed", sequence_number: 7, response });
  });

  it("of a failure is the server's fault, unless the caller is too fast", () => {
    for (const status of [400, 428, 430, 500])
      expect(state.writeFailed({ id: "r" }, { status, message: "m" })).toMatchObject({
        error: { code: "server_error", message: "m" },
      });
  });
});
