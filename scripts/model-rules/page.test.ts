import { describe, expect, it } from "vitest";
import { modelRules } from "../../src/dialects/index.ts";
import { limitRows } from "../../src/models/index.ts";
import { describeLimits } from "./limit-text.ts";
import { renderModelRules } from "./page.ts";

describe("the page of model rules", () => {
  it("has a row for every rule and for every limit", () => {
    const page = renderModelRules();
    for (const { id } of modelRules) expect(page).toContain(`| \`${id}\` |`);
    expect(page.split("\n").filter((line) => /\| [FPUM] \|/.test(line))).toHaveLength(limitRows.length);
  });

  it("writes each kind of limit in words", () => {
    const text = describeLimits({
      sampling: {
        temperature: { is: "only", value: 1 },
        topP: { is: "range", min: 0, max: 1 },
        topK: { is: "rejected" },
        exclusive: true,
      },
      reasoning: { efforts: [], modes: ["off", "budget"] },
      toolNames: { pattern: /^a$/, maxLength: 64 },
    });
    expect(text).toBe(
      "sampling.temperature: only 1; sampling.topP: 0 to 1; sampling.topK: rejected; sampling.exclusive: yes; " +
        "reasoning.efforts: none; reasoning.modes: off, budget; toolNames.pattern: ^a$; toolNames.maxLength: 64",
    );
  });
});
