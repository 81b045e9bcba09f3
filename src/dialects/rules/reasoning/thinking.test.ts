import { describe, expect, it } from "vitest";
import type { Block, Message, Reasoning } from "../../../contract/index.ts";
import type { ModelLimits } from "../../../models/index.ts";
import { conversation } from "../fixtures/applying.ts";
import {
  canBeOff,
  isBudgetForEffort,
  opensWithThinking,
  thinks,
  type Wish,
  wishOf,
  withoutThinking,
} from "./thinking.ts";

type Limits = NonNullable<ModelLimits["reasoning"]>;

it.each<[Reasoning | undefined, Wish]>([
  [undefined, "nothing"],
  [{}, "nothing"],
  [{ display: "omitted" }, "nothing"],
  [{ mode: "off", budgetTokens: 5 }, "off"],
  [{ mode: "on", budgetTokens: 0 }, "off"],
  [{ effort: "none" }, "off"],
  [{ mode: "adaptive", effort: "none" }, "on"],
  [{ mode: "on", budgetTokens: 1 }, "budget"],
  [{ budgetTokens: 1, effort: "none" }, "off"],
  [{ budgetTokens: 1, effort: "low" }, "budget"],
  [{ mode: "on" }, "on"],
  [{ effort: "low" }, "effort"],
])("the settings %j ask for: %s", (reasoning, wish) => {
  expect(wishOf(reasoning)).toBe(wish);
});

describe("whether a model thinks", () => {
  const bound: Limits = { efforts: [], modes: ["budget"], effortApart: true };
  it.each<[Reasoning | undefined, Limits | undefined, boolean]>([
    [{ mode: "on" }, { supported: false }, false],
    [{ mode: "on" }, undefined, true],
    [{ budgetTokens: 5 }, undefined, true],
    [{ mode: "off" }, undefined, false],
    [{ mode: "off" }, { modes: ["adaptive"] }, true],
    [{ effort: "low" }, undefined, true],
    [{ effort: "low" }, { effortApart: false }, true],
    [{ effort: "low" }, { effortApart: true }, false],
    [{ effort: "low" }, { effortApart: true, byDefault: true }, true],
    [{ effort: "low" }, bound, true],
    [undefined, bound, false],
    [undefined, undefined, false],
    [undefined, {}, false],
    [undefined, { byDefault: true }, true],
  ])("with the settings %j and the limits %j: %j", (reasoning, limits, is) => {
    const parts = conversation(reasoning === undefined ? {} : { reasoning });
    expect(thinks(parts, limits === undefined ? {} : { reasoning: limits })).toBe(is);
  });

  it.each<[Limits | undefined, boolean]>([
    [undefined, true],
    [{}, true],
    [{ modes: ["off"] }, true],
    [{ modes: ["adaptive"] }, false],
    [{ modes: ["adaptive"], efforts: ["low"] }, false],
    [{ modes: [], efforts: ["none", "low"] }, true],
    [{ modes: [], byDefault: false }, true],
    [{ modes: [], byDefault: true }, false],
  ])("can be switched off with the limits %j: %j", (limits, is) => {
    expect(canBeOff(limits === undefined ? {} : { reasoning: limits })).toBe(is);
  });

  it.each<[Limits | undefined, boolean]>([
    [undefined, false],
    [{}, false],
    [{ efforts: [] }, false],
    [{ efforts: [], modes: ["adaptive"] }, false],
    [{ efforts: ["low"], modes: ["budget"] }, false],
    [{ modes: ["budget"] }, false],
    [{ efforts: [], modes: ["budget"] }, true],
  ])("by a budget in place of an effort with the limits %j: %j", (limits, is) => {
    expect(isBudgetForEffort(limits)).toBe(is);
  });
});

it.each<[Reasoning | undefined, Limits | undefined, Reasoning]>([
  [undefined, undefined, { mode: "off" }],
  [
    { mode: "on", budgetTokens: 5, effort: "low", display: "omitted" },
    undefined,
    { mode: "off", display: "omitted" },
  ],
  [{ effort: "low" }, { effortApart: false }, { mode: "off" }],
  [{ effort: "low" }, { effortApart: true }, { mode: "off", effort: "low" }],
  [{ effort: "none" }, { effortApart: true }, { mode: "off" }],
  [{}, { effortApart: true }, { mode: "off" }],
])("without thinking, the settings %j with the limits %j are %j", (reasoning, limits, off) => {
  expect(withoutThinking(reasoning, limits === undefined ? {} : { reasoning: limits })).toStrictEqual(off);
});

describe("the last turn of the model opens with its thinking", () => {
  const call: Block = { type: "tool_use", id: "c", name: "f", kind: "function", input: {} };
  const text: Block = { type: "text", text: "x" };
  const signed: Block = { type: "thinking", text: "x", signature: "s" };
  const sealed = { type: "redacted_thinking", data: "x" } as unknown as Block;
  const user: Message = { role: "user", content: [text] };
  const model = (...content: Block[]): Message => ({ role: "assistant", content });

  it.each<[string, Message[], boolean]>([
    ["without a turn", [user], true],
    ["without any message", [], true],
    ["with a signed block that is no thinking", [model({ ...text, signature: "s" } as Block, call)], false],
    ["without a call", [user, model(text)], true],
    ["with a call alone", [model(call)], false],
    ["with a text first", [user, model(text, signed, call)], false],
    ["with signed thinking", [user, model(signed, call), user], true],
    ["with sealed thinking", [user, model(sealed, call)], true],
    ["with thinking without a signature", [model({ type: "thinking", text: "x" }, call)], false],
    ["with an empty signature", [model({ type: "thinking", text: "x", signature: "" }, call)], false],
    ["over two messages", [user, model(signed), model(text, call), user], true],
    ["over two messages from the first on", [model(signed), model(call)], true],
    ["over two messages with the thinking late", [model(text), model(signed, call)], false],
    ["after an earlier turn", [model(signed, call), user, model(call)], false],
    ["with a call in an earlier turn", [model(call), user, model(text)], true],
  ])("%s: %j is %j", (_, messages, is) => {
    expect(opensWithThinking(conversation({ messages }))).toBe(is);
  });
});
