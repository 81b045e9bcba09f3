import { describe, expect, it } from "vitest";
import type { Usage } from "../../../contract/index.ts";
import { counter, usage } from "../../fixtures/fakes.ts";
import { CurrentMessage, readHead } from "./current-message.ts";

const head = (id: string, input_tokens = 1) => ({ id, model: "n", usage: { input_tokens } });
const counts = (input: number, output = 0, read = 0, write = 0) => ({
  input_tokens: input,
  output_tokens: output,
  cache_read_tokens: read,
  cache_write_tokens: write,
});
const open = (spent?: () => Usage | undefined) =>
  new CurrentMessage({ model: "m", newId: counter("msg-"), spent });

describe("a message that the agent names", () => {
  it("keeps its head until it is closed", () => {
    const message = open(() => usage);
    expect(message.isAnotherThan(head("a"))).toBe(false);
    message.name(head("a"));
    message.name(head("b"));
    expect([message.isNamed, message.isOver, message.head]).toEqual([true, false, head("a")]);
    expect([message.isAnotherThan(head("a")), message.isAnotherThan(head("b"))]).toEqual([false, true]);
    expect(message.close()).toEqual({ usage: { input_tokens: 1 } });
    expect([message.isNamed, message.isOver]).toEqual([false, false]);
    expect(message.isAnotherThan(head("b"))).toBe(false);
  });

  it("ends with what the agent says of it, and not of another one", () => {
    const message = open();
    message.name(head("a"));
    message.finish({ ...head("b", 9), stopReason: "end_turn" });
    expect(message.isOver).toBe(false);
    const end = { ...head("a", 5), stopReason: "tool_use" };
    message.finish(end);
    expect(message.isOver).toBe(true);
    expect(message.close()).toEqual(end);
    expect(message.close()).toEqual({ usage: {} });
  });
});

describe("a message that the agent does not name", () => {
  it("has an id and the model of the turn, and used what was metered since the one before", () => {
    let spent: Usage | undefined = { ...usage, ...counts(10, 5, 3, 2) };
    const message = open(() => spent);
    expect(message.head).toMatchObject({ id: "msg-1", model: "m", usage: counts(10, 5, 3, 2) });
    expect(message.isNamed).toBe(false);
    message.finish({ id: "msg-1", model: "m", usage: {}, stopReason: "x" });
    expect(message.isOver).toBe(false);
    spent = { ...usage, ...counts(14, 6, 4, 4) };
    expect(message.head).toMatchObject({ id: "msg-1", usage: counts(14, 6, 4, 4) });
    expect(message.close().usage).toMatchObject(counts(14, 6, 4, 4));
    spent = { ...usage, ...counts(20, 6, 4, 4) };
    expect(message.head).toMatchObject({ id: "msg-2", usage: counts(6) });
  });

  it("takes unknown counts as zero", () => {
    let spent: Partial<Usage> = { input_tokens: 3, output_tokens: null };
    const message = open(() => spent as Usage);
    expect(message.unstated()).toEqual(counts(3));
    spent = counts(5, 2, 1, 1);
    expect(message.unstated()).toEqual(counts(2, 2, 1, 1));
    expect(message.unstated()).toEqual(counts(0));
  });

  it("used nothing that is known if nothing is metered", () => {
    expect(open().unstated()).toEqual({});
    expect(open(() => undefined).unstated()).toEqual({});
    const message = open();
    expect(message.close()).toEqual({ usage: {} });
  });
});

it.each<[unknown, unknown]>([
  [undefined, undefined],
  ["a", undefined],
  [{ id: "a" }, undefined],
  [{ model: "n" }, undefined],
  [{ id: 1, model: "n" }, undefined],
  [
    { id: "a", model: "n" },
    { id: "a", model: "n", usage: {}, stopReason: undefined },
  ],
  [
    { id: "a", model: "n", usage: "none", stopReason: 1 },
    { id: "a", model: "n", usage: {}, stopReason: undefined },
  ],
  [
    { id: "a", model: "n", usage: { input_tokens: 1 }, stopReason: "end_turn", more: 1 },
    { id: "a", model: "n", usage: { input_tokens: 1 }, stopReason: "end_turn" },
  ],
])("an event that says %j of its message says %j", (value, said) => {
  expect(readHead(value)).toEqual(said);
});
