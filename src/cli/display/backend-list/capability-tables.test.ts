import { describe, expect, it } from "vitest";
import { wireCapabilities } from "../../../contract/index.ts";
import { textWidth } from "../text/text-width.ts";
import { capabilityTables, levelWord } from "./capability-tables.ts";
import { failed, missing, ready } from "./fixtures/states.ts";

describe("the table of capabilities", () => {
  it("shows a level or a dash for each backend that answered", () => {
    const states = [
      ready("a", { streaming: "native", tool_read: "emulated" }),
      failed("b"),
      missing("codex", "codex"),
    ];
    const lines = capabilityTables(states, 80);
    expect(lines[0]).toMatch(/^capability +a$/);
    expect(lines).toHaveLength(wireCapabilities.length + 1);
    expect(lines.find((line) => line.startsWith("streaming"))).toMatch(/native$/);
    expect(lines.find((line) => line.startsWith("tool_bash"))).toMatch(/-$/);
  });

  it.each([80, 40])("is split into several if it does not fit %d columns", (columns) => {
    const states = Array.from({ length: 9 }, (_, index) =>
      ready(`backend-${index}`, { streaming: "native" }),
    );
    const lines = capabilityTables(states, columns);
    for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(Math.max(columns, 50));
    const shown = lines.join(" ");
    for (const { name } of states) expect(shown).toContain(name);
    const heads = lines.flatMap((line, index) => (line.startsWith("capability") ? [index] : []));
    expect(heads.length).toBeGreaterThan(1);
    expect(heads[0]).toBe(0);
    for (const head of heads.slice(1)) expect(lines[head - 1]).toBe("");
  });

  it("fills a width exactly before it begins another table", () => {
    const first = Math.max(...wireCapabilities.map(({ length }) => length));
    const states = [ready("aaaaaaa", {}), ready("bbbbbbb", {})];
    const heads = (columns: number) =>
      capabilityTables(states, columns).filter((line) => line.startsWith("capability"));
    expect(heads(first + 2 + 7 + 2 + 7)).toHaveLength(1);
    expect(heads(first + 2 + 7 + 2 + 7 - 1)).toHaveLength(2);
  });

  it("names a level with conditions by one word", () => {
    expect(levelWord({ restricted: { reason: "slow" } })).toBe("restricted");
    expect(levelWord("emulated")).toBe("emulated");
  });
});
