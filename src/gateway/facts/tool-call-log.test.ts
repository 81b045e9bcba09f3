import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { digestArguments, MAX_ARGUMENTS, MAX_CALLS, ToolCallLog } from "./tool-call-log.ts";

const sha = (text: string) => createHash("sha256").update(text).digest("hex");

describe("the log of tool calls", () => {
  it("says nothing if there was no call", () => {
    const log = new ToolCallLog();
    expect(log.finish()).toBeUndefined();
  });

  it("puts the parts of each call together, in the order in which the calls began", () => {
    const log = new ToolCallLog();
    log.add({ key: "0", id: "a", name: "read", whole: {} });
    log.add({ key: "1", id: "b", name: "write", whole: {} });
    log.add({ key: "1", text: '{"path":"x"' });
    log.add({ key: "0", text: "" });
    log.add({ key: "1", text: "}" });
    expect(log.finish()).toEqual({
      calls: [
        { arguments_sha256: sha("{}"), id: "a", name: "read" },
        { arguments_sha256: sha('{"path":"x"}'), id: "b", name: "write" },
      ],
      omitted: 0,
    });
  });

  it("counts a call that comes twice as one, and parts without a key as calls of their own", () => {
    const log = new ToolCallLog();
    for (let count = 0; count < 2; count += 1) {
      log.add({ key: "c", id: "c", name: "f", whole: "{}" });
      log.add({ name: "g", whole: {} });
    }
    expect(log.finish()?.calls.map(({ name }) => name)).toEqual(["f", "g", "g"]);
  });

  it("takes calls with ids of their own as two, though they have one place, and gives partial ones no digest", () => {
    const log = new ToolCallLog();
    log.add({ key: "0", id: "a", name: "f", text: "{}" });
    log.add({ key: "0", id: "b", name: "f" });
    log.add({ key: "0", text: "1" });
    log.add({ name: "g", isPartial: true });
    expect(log.finish()?.calls).toEqual([
      { arguments_sha256: sha("{}"), id: "a", name: "f" },
      { arguments_sha256: sha("1"), id: "b", name: "f" },
      { name: "g" },
    ]);
  });

  it("leaves out parts of which no name was seen", () => {
    const log = new ToolCallLog();
    log.add({ key: "0", text: "{}" });
    expect(log.finish()).toBeUndefined();
  });

  it("counts the calls beyond its bound", () => {
    const log = new ToolCallLog();
    for (let index = 0; index < MAX_CALLS + 3; index += 1) {
      log.add({ key: String(index), name: "f" });
      log.add({ key: String(index), text: "1" });
    }
    expect(log.finish()?.calls).toHaveLength(MAX_CALLS);
    expect(log.finish()?.omitted).toBe(3);
  });

  it("names calls without a digest if their arguments are too long to be held", () => {
    const log = new ToolCallLog();
    log.add({ key: "0", name: "f", text: "x".repeat(MAX_ARGUMENTS + 1) });
    log.add({ key: "1", name: "n".repeat(1000), id: "i".repeat(1000), text: "x" });
    log.add({ key: "2", name: "g", whole: {} });
    const [first, second, third] = log.finish()!.calls;
    expect(first).toEqual({ name: "f" });
    expect(second).toEqual({ id: "i".repeat(256), name: "n".repeat(256) });
    expect(third).toEqual({ name: "g" });
  });

  it("reads the calls of stream events and of whole replies alike", () => {
    const at = { candidate: 0, block: 1 };
    const call = { type: "tool_use", id: "a", name: "f", kind: "function", namespace: "hub" } as const;
    const streamed = new ToolCallLog();
    streamed.addEvent({ type: "block_start", candidate: 0, block: 0, content: { type: "text", text: "" } });
    streamed.addEvent({ type: "block_start", ...at, content: { ...call, input: {} } });
    streamed.addEvent({ type: "input_delta", ...at, text: '{ "a"' });
    streamed.addEvent({ type: "input_delta", ...at, text: ": 1 }" });
    streamed.addEvent({ type: "block_stop", ...at });
    streamed.addEvent({ type: "reply_stop" });
    const whole = new ToolCallLog();
    const content = [
      { type: "text" as const, text: "x" },
      { ...call, input: { a: 1 } },
    ];
    whole.addReply({ candidates: [{ index: 0, content }] });
    expect(streamed.finish()).toEqual(whole.finish());
    expect(whole.finish()?.calls).toEqual([{ arguments_sha256: sha('{"a":1}'), id: "a", name: "hub__f" }]);
  });
});

describe("the digest of arguments", () => {
  it("is that of their canonical JSON, whether they came as text or as JSON", () => {
    const digest = sha('{"a":[1,2],"b":"x"}');
    expect(digestArguments({ b: "x", a: [1, 2] })).toBe(digest);
    expect(digestArguments('{ "b": "x", "a": [1, 2] }')).toBe(digest);
  });

  it("is that of the text if it is no JSON, and of no arguments if it is empty", () => {
    expect(digestArguments("*** Begin Patch")).toBe(sha("*** Begin Patch"));
    expect(digestArguments("")).toBe(sha("{}"));
    expect(digestArguments("null")).toBe(sha("{}"));
  });

  it("is that of the text if it has no canonical form", () => {
    const text = '{"a":"\\ud800"}';
    expect(digestArguments(text)).toBe(sha(text));
    expect(digestArguments(JSON.parse(text))).toBe(sha(text));
  });
});
