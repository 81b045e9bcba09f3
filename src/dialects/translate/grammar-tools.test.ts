import { expect, it } from "vitest";
import { findDialect } from "../registry/lookup.ts";
import { translateRequest } from "./request.ts";

const grammar = { type: "grammar", syntax: "lark", definition: "start: WORD" };
const asked = (format: object) => ({
  model: "m",
  input: "x",
  tools: [{ type: "custom", name: "patch", description: "Patches.", format }],
});

function lossesOf(to: string, format: object) {
  const { request, report } = translateRequest(findDialect("codex"), findDialect(to), asked(format));
  const lost = report.entries.filter((one) => one.feature === "tool.custom" && one.disposition !== "mapped");
  return { body: JSON.stringify(request.body), lost };
}

it.each(["claude", "gemini", "kimi"])("a tool with a grammar says for %s that nothing enforces it", (to) => {
  const { body, lost } = lossesOf(to, grammar);
  expect(body).toContain("start: WORD");
  expect(lost).toMatchObject([
    { path: "$.tools[0]", disposition: "disclosed", reason: expect.stringContaining("nothing enforces") },
  ]);
  expect(lossesOf(to, { type: "text" }).lost).toEqual([]);
});

it("a tool with a grammar loses nothing for Chat, which has such tools", () => {
  expect(lossesOf("openai", grammar).lost).toEqual([]);
});
