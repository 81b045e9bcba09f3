import { expect, it } from "vitest";
import { report } from "../fixtures/fake-backend.ts";
import { joinReports } from "./joined-report.ts";

const turn = (more: Partial<typeof report>) => ({ ...report, ...more });

it("one turn is its own report", () => {
  const only = turn({ usage: { input_tokens: 1 }, usageRaw: { a: 1 } });
  expect(joinReports([only])).toBe(only);
});

it("what turns used is added, and the rest is as the last one says", () => {
  const joined = joinReports([
    turn({
      usage: { input_tokens: 1, output_tokens: null, server_tools: { search: 1 } },
      usageRaw: "first",
      session: "s",
      artifacts: [{ kind: "k", path: "a" }],
      structuredOutput: 1,
    }),
    turn({
      usage: {
        input_tokens: 2,
        output_tokens: 5,
        estimated_cost_usd: 0.5,
        server_tools: { search: 2, fetch: 1 },
      },
      usageRaw: "second",
      outcome: "partial",
      artifacts: [{ kind: "k", path: "b" }],
    }),
    turn({ usage: { estimated_cost_usd: 0.25, output_tokens: null }, usageRaw: "third", harnessOk: false }),
  ]);
  expect(joined).toEqual({
    outcome: "complete",
    harnessOk: false,
    usage: {
      input_tokens: 3,
      output_tokens: 5,
      estimated_cost_usd: 0.75,
      server_tools: { search: 3, fetch: 1 },
    },
    usageRaw: { turns: ["first", "second", "third"] },
    artifacts: [
      { kind: "k", path: "a" },
      { kind: "k", path: "b" },
    ],
    session: "s",
  });
});
