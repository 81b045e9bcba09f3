import { expect, it } from "vitest";
import type { ModelCatalogue } from "../../negotiation/index.ts";
import { markedTerminal } from "../fixtures/marked-terminal.ts";
import { showModels } from "./models.ts";

const catalogue = {
  date: "2026-03-01",
  models: [
    { provider: "p", model: "m", contextWindow: 200_000, maxOutput: 64_000, input: ["text", "image"] },
    { provider: "q", model: "n" },
  ],
} as unknown as ModelCatalogue;

it("the models stand in a table with their limits", () => {
  const terminal = markedTerminal();
  expect(showModels(terminal, catalogue)).toBe(0);
  expect(terminal.lines()).toEqual([
    "model  context window  maximum output  input",
    "p/m    200,000         64,000          text+image",
    "q/n    unknown         unknown         unknown",
  ]);
  expect(terminal.errors()).toEqual([
    'as of 2026-03-01; "unknown" marks limits that the vendor does not publish',
  ]);
});

it("the models are the catalogue itself as JSON", () => {
  const terminal = markedTerminal({ json: true });
  expect(showModels(terminal, catalogue)).toBe(0);
  expect(terminal.lines().map((line) => JSON.parse(line))).toEqual([catalogue]);
  expect(terminal.errors()).toEqual([]);
});
