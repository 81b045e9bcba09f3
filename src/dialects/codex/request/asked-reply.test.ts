import { expect, it } from "vitest";
import { askedReply } from "./asked-reply.ts";

it.each<[request: Record<string, unknown>, asked: object]>([
  [{}, {}],
  [{ include: ["web_search_call.action.sources"] }, { searchSources: true }],
  [{ include: ["reasoning.encrypted_content"] }, {}],
  [{ include: "web_search_call.action.sources" }, {}],
  [{ reasoning: { summary: "auto" } }, { reasoningSummary: true }],
  [{ reasoning: { summary: null } }, {}],
  [{ reasoning: "auto" }, {}],
])("the request %j asks for %j", (request, asked) => {
  const { echo: _, ...rest } = askedReply(request);
  expect(rest).toStrictEqual(asked);
});
