import { describe, expect, it } from "vitest";
import type { Block, Message } from "../../../contract/index.ts";
import type { ModelLimits } from "../../../models/index.ts";
import { applying, conversation } from "../fixtures/applying.ts";
import { blankMessages } from "./blank.ts";

type Limits = NonNullable<ModelLimits["messages"]>;
const text = (value: string, more: object = {}): Block => ({ type: "text", text: value, ...more });
const message = (role: Message["role"], ...content: Block[]): Message => ({ role, content });
const all = { blank: "all" } as Limits;
const model = { blank: "assistant" } as unknown as Limits;
const blank = text(" \n");
const full = text("x");

function apply(messages: Message[], limits?: Limits) {
  return applying(blankMessages, { messages }, limits === undefined ? {} : { messages: limits });
}

describe("a message without content", () => {
  it.each<[string, Block[]]>([
    ["nothing", []],
    ["blank texts", [blank, text("")]],
    ["a blank refusal", [{ type: "refusal", text: " " } as Block]],
    ["spellings alone", [text("", { vendor: { "codex:string": {} } })]],
    ["thinking without a proof", [{ type: "thinking", text: "x" }, text("")]],
    ["thinking with an empty proof", [{ type: "thinking", text: "x", signature: "", sealed: "s" } as Block]],
  ])("has %s, and is left out", (_, content) => {
    for (const [role, limits] of [
      ["assistant", model],
      ["assistant", all],
      ["user", all],
    ] as const) {
      const empty = message(role, ...content);
      const { after, notes } = apply([message("user", full), empty], limits);
      expect(after).toStrictEqual(conversation({ messages: [message("user", full)] }));
      const reason = `a message of role ${role} without content is an error at the target; it is left out`;
      expect(notes).toEqual([{ node: empty, at: "", disposition: "disclosed", reason, feature: "text" }]);
    }
    const user = apply([message("user", ...content)], model);
    expect(user.after).toBe(user.before);
  });

  it.each<[string, Block]>([
    ["a text", full],
    ["members of its own", text("", { vendor: { other: {}, codex: { a: 1 } } })],
    ["signed thinking", { type: "thinking", text: "", signature: "s" }],
    ["sealed thinking", { type: "thinking", text: "", sealed: "s" } as Block],
    ["a call", { type: "tool_use", id: "c", name: "f", kind: "function", input: {} }],
  ])("is none with %s", (_, block) => {
    for (const limits of [all, model]) {
      const { before, after, notes } = apply([message("assistant", block)], limits);
      expect(after).toBe(before);
      expect(notes).toEqual([]);
    }
  });

  it("stays if the target takes it", () => {
    for (const limits of [undefined, {}]) {
      const { before, after, notes } = apply([message("assistant"), message("user", blank)], limits);
      expect(after).toBe(before);
      expect(notes).toEqual([]);
    }
  });
});

it("a blank text beside others is left out if the target rejects each", () => {
  const messages = [message("user", blank, full), message("assistant", full)];
  const { after, notes } = apply(messages, all);
  expect(after).toStrictEqual(
    conversation({ messages: [message("user", full), message("assistant", full)] }),
  );
  expect(after.messages[1]).toBe(messages[1]);
  const reason = "a block without text is an error at the target and says nothing";
  expect(notes).toEqual([{ node: blank, at: "", disposition: "mapped", reason, feature: "text" }]);
  const kept = apply(messages, model);
  expect(kept.after).toBe(kept.before);
  const both = apply([message("assistant"), message("assistant", blank, full)], model);
  expect(both.after.messages).toEqual([message("assistant", blank, full)]);
});

it("an empty result of a tool is filled if the target rejects it", () => {
  const result = (id: string, ...content: Block[]): Block => ({
    type: "tool_result",
    id,
    name: "f",
    kind: "function",
    content,
  });
  const limits = { blankResults: "rejected" } as Limits;
  const messages = [
    message("user", full),
    message("user", result("a", blank), result("b", full), full),
    message("user", result("c")),
  ];
  const { before, after, notes } = apply(messages, limits);
  const filled = text("(no output)");
  expect(after).toStrictEqual(
    conversation({
      messages: [
        message("user", full),
        message("user", result("a", filled), result("b", full), full),
        message("user", result("c", filled)),
      ],
    }),
  );
  expect(before.messages[2]).toEqual(message("user", result("c")));
  const reason = 'an empty result is an error at the target; it is sent as "(no output)"';
  expect(notes).toEqual(
    [result("a", blank), result("c")].map((node) => ({
      node,
      at: "",
      disposition: "mapped",
      reason,
      feature: "tool_result.text",
    })),
  );
  const same = apply([message("user", result("b", full))], limits);
  expect(same.after).toBe(same.before);
  const kept = apply(messages, {});
  expect(kept.after).toBe(kept.before);
});
