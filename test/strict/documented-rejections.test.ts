import { expect, it } from "vitest";
import { openStrict } from "../../src/engines/sim/strict/index.ts";
import { readDocument } from "../documents/documents.ts";

const messages = [{ role: "user", content: "Hi" }];
/** A request that the vendor accepts, and its path. */
const accepted: Readonly<Record<string, (model: string) => { path: string; body: object }>> = {
  claude: (model) => ({ path: "/v1/messages", body: { model, max_tokens: 64, messages } }),
  openai: (model) => ({ path: "/v1/chat/completions", body: { model, messages } }),
  codex: (model) => ({ path: "/v1/responses", body: { model, input: "Hi" } }),
  gemini: (model) => ({
    path: `/v1beta/models/${model}:generateContent`,
    body: { contents: [{ role: "user", parts: [{ text: "Hi" }] }] },
  }),
  kimi: (model) => ({ path: "/v1/chat/completions", body: { model, messages } }),
  copilot: (model) => ({ path: "/chat/completions", body: { model, messages } }),
};

const rows = [
  ...readDocument("docs/simulator.md").matchAll(
    /^\| `(\w+)` \| `([\w.-]+)` \| (?:`(.*?)`|nothing else) \| (\d+) \| `+(.*?)`+ \|$/gm,
  ),
].map(([, dialect, model, added, status, message]) => ({
  dialect: dialect!,
  model: model!,
  added: added ?? "",
  status: Number(status),
  message: message!,
}));

it("docs/simulator.md shows a rejection of every dialect", () => {
  expect(new Set(rows.map(({ dialect }) => dialect))).toEqual(new Set(Object.keys(accepted)));
});

it.each(rows)("$dialect rejects $model with $added as docs/simulator.md says", (row) => {
  const check = openStrict(row.dialect)!;
  const { path, body } = accepted[row.dialect]!(row.model);
  const rejection = check(path, { ...body, ...(JSON.parse(`{${row.added}}`) as object) });
  expect([rejection?.status, rejection?.message]).toEqual([row.status, row.message]);
  if (row.added !== "") expect(check(path, body)).toBeUndefined();
});
