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
