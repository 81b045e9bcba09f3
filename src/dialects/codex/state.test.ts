import { describe, expect, it } from "vitest";
import { state } from "./state.ts";

describe("kept responses of the Responses API", () => {
  it("list a plain text as the user's message, and anything else that is no list as nothing", () => {
    const item = { type: "message", role: "user", content: [{ type: "input_text", text: "hi" }] };
    expect(state.inputOf({ input: "hi" })).toEqual([item]);
    expect(state.inputOf({ input: 5 })).toEqual([]);
    expect(state.inputOf({ input: [item] })).toEqual([item]);
    expect(state.writeInput("hi")).toEqual({
      object: "list",
      data: [item],
      first_id: null,
      last_id: null,
      has_more: false,
    });
    const items = [{ id: "a" }, { id: "b" }];
    expect(state.writeInput(items)).toMatchObject({ first_id: "a", last_id: "b" });
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
    expect(state.toForeground({ model: "m", background: true, store: true, stream: true })).toEqual({
      model: "m",
      store: false,
      stream: false,
    });
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
    expect(state.writeFinished("resp_1", { id: "theirs", status: "completed" })).toEqual({
      id: "resp_1",
      status: "completed",
      background: true,
    });
  });
});
