import { describe, expect, it } from "vitest";
import { list, object } from "../oracle/neutral.ts";
import { type Asked, all, allPairs, askOrRefuse, isAdmitted, weatherSchema, withTools } from "./stage.ts";

// An emulator keeps the caller from getting more than one call if the wire cannot say so.
function isEmulated({ entries }: Asked): boolean {
  return entries.some((one) => one.feature === "parallel_tool_calls" && one.disposition === "emulated");
}

describe("the choice among tools", () => {
  it.each(allPairs)("D1: a choice of none from %s is none or refused in %s", (from, to) => {
    const outcome = askOrRefuse(from, to, withTools(from, { choice: "none" }));
    if (outcome instanceof Error) expect(isAdmitted(outcome, "tool_choice")).toBe(true);
    else expect(outcome.neutral.choice).toBe("none");
  });

  it.each(allPairs)(
    "D2: every choice and the parallel flag from %s mean the same in %s or are refused",
    (from, to) => {
      for (const choice of ["auto", "none", "required", { tool: "get_weather" }] as const) {
        const outcome = askOrRefuse(from, to, withTools(from, { choice }));
        const expected = typeof choice === "object" ? "tool get_weather" : choice;
        if (outcome instanceof Error) expect(isAdmitted(outcome, "tool_choice")).toBe(true);
        else expect(outcome.neutral.choice ?? "auto").toBe(expected);
      }
      if (from === "gemini") return;
      const flagged = askOrRefuse(from, to, withTools(from, { choice: "required", parallel: false }));
      if (flagged instanceof Error) expect(isAdmitted(flagged, "parallel_tool_calls")).toBe(true);
      else if (isEmulated(flagged)) expect(flagged.neutral.choice).toBe("required");
      else expect([flagged.neutral.choice, flagged.neutral.parallel]).toEqual(["required", false]);
    },
  );

  it.each(all.filter((to) => to !== "codex"))(
    "D2: a list of allowed tools reaches %s or is refused",
    (to) => {
      const body = {
        model: "m",
        input: "Is it warm?",
        tools: ["get_weather", "other"].map((name) => ({
          type: "function",
          name,
          parameters: weatherSchema,
          strict: false,
        })),
        tool_choice: {
          type: "allowed_tools",
          mode: "required",
          tools: [{ type: "function", name: "get_weather" }],
        },
      };
      const outcome = askOrRefuse("codex", to, body);
      if (outcome instanceof Error) expect(isAdmitted(outcome, "tool_choice")).toBe(true);
      else if (outcome.neutral.allowed !== undefined)
        expect(outcome.neutral.allowed).toEqual(["get_weather"]);
      else if (outcome.neutral.tools.length === 2) expect(outcome.neutral.choice).toBe("tool get_weather");
    },
  );

  it.each(allPairs.filter(([from]) => from !== "gemini"))(
    "D3: the parallel flag alone from %s forces no tool in %s",
    (from, to) => {
      const outcome = askOrRefuse(from, to, withTools(from, { parallel: false }));
      if (outcome instanceof Error) expect(isAdmitted(outcome, "parallel_tool_calls")).toBe(true);
      else {
        expect(outcome.neutral.choice ?? "auto").toBe("auto");
        expect(isEmulated(outcome) || outcome.neutral.parallel === false).toBe(true);
      }
    },
  );

  it.each(allPairs)(
    "D4: const, strict and nested members of a tool from %s reach %s or are named",
    (from, to) => {
      const schema = {
        type: "object",
        properties: {
          kind: { const: "fixed-value-1" },
          deep: { type: "object", properties: { inner: { type: "string", minLength: 7 } } },
        },
        required: ["kind"],
      };
      const strict = ["claude", "codex", "openai"].includes(from) ? { strict: true } : {};
      const body = structuredClone(
        withTools(from, { tools: [{ name: "get_weather", description: "weather", schema }] }),
      );
      const tool = object(list(body["tools"])[0]);
      Object.assign(from === "openai" ? object(tool["function"]) : tool, strict);
      const outcome = askOrRefuse(from, to, body);
      if (outcome instanceof Error) return expect(isAdmitted(outcome, "tool")).toBe(true);
      const shown = JSON.stringify(outcome.body);
      const isNamed = outcome.entries.some(
        (entry) => entry.disposition === "disclosed" && entry.path.startsWith("$.tools[0]"),
      );
      expect(shown.includes("fixed-value-1")).toBe(true);
      expect(/"minLength":"?7/.test(shown) || isNamed).toBe(true);
      if ("strict" in strict) expect(shown.includes('"strict":true') || isNamed).toBe(true);
      return undefined;
    },
  );
});
