import { expect, it } from "vitest";
import { Origins } from "../../origins.ts";
import { findDialect } from "../../registry/lookup.ts";

const read = (messages: readonly object[]) =>
  findDialect("openai").readRequest({ model: "m", messages }, { origins: new Origins() });

it("a message keeps its role, the system's and the developer's included", () => {
  const roles = ["system", "developer", "user", "assistant"];
  const conversation = read(roles.map((role) => ({ role, content: `by ${role}` })));
  expect(conversation.messages.map(({ role }) => role)).toEqual(roles);
  expect(conversation.messages.map(({ content }) => content[0])).toMatchObject(
    roles.map((role) => ({ type: "text", text: `by ${role}` })),
  );
});

it("a role that does not exist is refused with its place", () => {
  expect(() => read([{ role: "", content: "x" }])).toThrow(
    expect.objectContaining({ where: "$.messages[0].role" }),
  );
});
