import { expect, it } from "vitest";
import type { Message } from "../../../contract/index.ts";
import { applying, conversation } from "../fixtures/applying.ts";
import { firstMessage } from "./first.ts";

const message = (role: Message["role"]): Message => ({ role, content: [{ type: "text", text: "x" }] });
const [system, developer, user, model] = (["system", "developer", "user", "assistant"] as const).map(
  message,
) as [Message, Message, Message, Message];
const text = "(The conversation begins.)";
const opening: Message = { role: "user", content: [{ type: "text", text }] };
type First = "any" | "user";

it.each<[string, First, Message[], Message[], Message | undefined, string]>([
  ["nothing", "any", [], [opening], undefined, "have a message"],
  ["nothing", "user", [], [opening], undefined, "begin with the user"],
  ["the model", "user", [model, user], [opening, model, user], model, "begin with the user"],
  [
    "instructions",
    "user",
    [system, developer],
    [system, developer, opening],
    undefined,
    "begin with the user",
  ],
  [
    "instructions and the model",
    "user",
    [system, developer, model],
    [system, developer, opening, model],
    model,
    "begin with the user",
  ],
])("before %s, a target that wants %s gets a text of the user", (_, first, messages, changed, node, rule) => {
  const { after, notes } = applying(firstMessage, { messages }, { messages: { first } });
  expect(after).toStrictEqual(conversation({ messages: changed }));
  expect(notes).toStrictEqual([
    {
      node,
      at: node === undefined ? "$" : "",
      disposition: "disclosed",
      reason: `a conversation must ${rule} here; the text ${JSON.stringify(text)} is put first`,
      feature: "text",
    },
  ]);
});

it.each<[First | undefined, Message[]]>([
  [undefined, []],
  ["any", [model]],
  ["any", [system]],
  ["user", [user]],
  ["user", [system, developer, user, model]],
])("a target that wants %s takes the messages %j as they are", (first, messages) => {
  const { before, after, notes } = applying(
    firstMessage,
    { messages },
    first === undefined ? { messages: {} } : { messages: { first } },
  );
  expect(after).toBe(before);
  expect(notes).toEqual([]);
  expect(applying(firstMessage, { messages }, {}).notes).toEqual([]);
});
