import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { shownDiffs, shownText, ToolCalls, unannounced } from "./tool-calls.ts";

const text = (value: string) => ({ type: "content", content: { type: "text", text: value } });

describe("the messages about a tool call", () => {
  it("add up, and keep what a later one leaves out", () => {
    const calls = new ToolCalls();
    const first = {
      toolCallId: "a",
      title: "write",
      kind: "edit",
      status: "pending",
      rawInput: { path: "/x" },
      locations: [{ path: "/x" }, {}, "?"],
    };
    expect(calls.update(first)).toEqual({
      ...unannounced,
      id: "a",
      firstTitle: "write",
      title: "write",
      kind: "edit",
      input: { path: "/x" },
      paths: ["/x"],
    });
    const second = {
      toolCallId: "a",
      title: "Writing x",
      status: "completed",
      rawInput: {},
      rawOutput: "done",
      content: [text("out"), "?"],
    };
    expect(calls.update(second)).toEqual({
      id: "a",
      firstTitle: "write",
      title: "Writing x",
      kind: "edit",
      status: "completed",
      input: { path: "/x" },
      output: "done",
      content: [text("out")],
      paths: ["/x"],
    });
    expect(calls.update({ toolCallId: "a" })).toMatchObject({
      title: "Writing x",
      status: "completed",
      output: "done",
      content: [text("out")],
    });
  });

  it("are about different calls by their ids", () => {
    const calls = new ToolCalls();
    calls.update({ toolCallId: "a", title: "one" });
    expect(calls.update({ toolCallId: "b" })).toMatchObject({ title: "", firstTitle: "" });
    expect(calls.update({}).id).toBe("");
  });

  it("of a question do not replace the announced input", () => {
    const calls = new ToolCalls();
    calls.update({ toolCallId: "a", rawInput: { filePath: "/x", content: "c" } });
    const asked = { toolCallId: "a", title: "/x", rawInput: { filepath: "/x", diff: "..." } };
    expect(calls.ask(asked)).toMatchObject({ title: "/x", input: { filePath: "/x", content: "c" } });
    expect(calls.update({ toolCallId: "a" }).input).toEqual({ filePath: "/x", content: "c" });
  });

  it("of a question give the input that was not announced", () => {
    const calls = new ToolCalls();
    calls.update({ toolCallId: "a", rawInput: {} });
    expect(calls.ask({ toolCallId: "a", rawInput: { pattern: "x" } }).input).toEqual({ pattern: "x" });
    expect(calls.ask({ toolCallId: "b", rawInput: { pattern: "y" } }).input).toEqual({ pattern: "y" });
    expect(calls.ask({}).id).toBe("");
  });

  it("end a call once", () => {
    const calls = new ToolCalls();
    calls.update({ toolCallId: "a" });
    expect([calls.finish("a"), calls.finish("a"), calls.finish("b")]).toEqual([true, false, true]);
  });
});

describe("the search for a call", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("finds one that is open", async () => {
    const calls = new ToolCalls();
    calls.update({ toolCallId: "a" });
    expect((await calls.find(({ id }) => id === "a"))?.id).toBe("a");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("waits a moment for one that is announced later", async () => {
    const calls = new ToolCalls();
    const found = calls.find(({ id }) => id === "a");
    calls.update({ toolCallId: "b" });
    calls.update({ toolCallId: "a" });
    expect((await found)?.id).toBe("a");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("gives up after a second, and does not find a finished one", async () => {
    const calls = new ToolCalls();
    calls.update({ toolCallId: "a" });
    calls.finish("a");
    calls.update({ toolCallId: "a" });
    const found = calls.find(({ id }) => id === "a");
    await vi.advanceTimersByTimeAsync(999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await found).toBeUndefined();
  });

  it("keeps a thousand open calls", async () => {
    const calls = new ToolCalls();
    for (let count = 0; count <= 1000; count += 1) calls.update({ toolCallId: `c${count}` });
    expect((await calls.find(({ id }) => id === "c1"))?.id).toBe("c1");
    const gone = calls.find(({ id }) => id === "c0");
    await vi.advanceTimersByTimeAsync(1000);
    expect(await gone).toBeUndefined();
  });

  it("gives a call the name and the input of its hook", () => {
    const calls = new ToolCalls();
    const call = calls.update({ toolCallId: "a", title: "Running" });
    expect(calls.rename(call, "bash", { command: "ls" })).toMatchObject({ firstTitle: "bash" });
    expect(calls.update({ toolCallId: "a", title: "x" })).toMatchObject({
      firstTitle: "bash",
      input: { command: "ls" },
    });
  });
});

describe("the content of a call", () => {
  it("has texts and differences", () => {
    const diff = { type: "diff", path: "/x", newText: "a" };
    const call = { ...unannounced, content: [text("a"), diff, text(""), { type: "diff" }, text("b")] };
    expect(shownText(call)).toBe("a\nb");
    expect(shownDiffs(call)).toEqual([diff]);
  });
  it("has no text in parts of other forms", () => {
    const content = [{ type: "content" }, { content: "x" }, { content: { text: 5 } }, text("a")];
    expect(shownText({ ...unannounced, content })).toBe("a");
    expect(shownText(unannounced)).toBe("");
    expect(
      shownDiffs({
        ...unannounced,
        content: [
          { type: "diff", path: 5 },
          { type: "odd", path: "/x" },
        ],
      }),
    ).toEqual([]);
  });
});
