import pc from "picocolors";
import { describe, expect, it } from "vitest";
import type { BackendFacts } from "../../backends/index.ts";
import { AbpError, type CapabilityManifest, wireCapabilities } from "../../contract/index.ts";
import { type BackendState, backendFailures, backendTable, capabilityTables } from "./backend-table.ts";
import { textWidth } from "./text/text-width.ts";

const colors = pc.createColors(false);
const ready = (
  name: string,
  capabilities: CapabilityManifest,
  version: string | null = "1.0",
): BackendState => ({
  name,
  type: "sidecar",
  state: "ready",
  facts: {
    identity: { id: name, backend_version: version, adapter_version: null },
    capabilities,
  } as BackendFacts,
});
const failed = (name: string): BackendState => ({
  name,
  type: "sidecar",
  state: "failed",
  error: new AbpError("sidecar_exited_before_hello", `ended\u001b[2J with code 1 ${"x".repeat(80)}`),
});

describe("the table of backends", () => {
  it("names the state of each, harmless and within 80 columns", () => {
    const states = [
      ready("mock", { streaming: "native" }),
      ready("日本".repeat(40), {}, `9\u001b[31m${"9".repeat(60)}`),
      failed("x".repeat(60)),
    ];
    const lines = backendTable(colors, states);
    expect(lines[1]).toMatch(
      new RegExp(`^mock +sidecar  1.0 +ready: 1 of ${wireCapabilities.length} capabilities$`),
    );
    expect(lines[3]).toMatch(/failed: sidecar_exited_before_hello$/);
    for (const line of lines) {
      expect(textWidth(line)).toBeLessThanOrEqual(80);
      expect(line).not.toContain("\u001b");
    }
  });

  it("is followed by the reasons and the next steps", () => {
    const lines = backendFailures(colors, [ready("mock", {}), failed("bad")], 80);
    expect(lines[0]).toMatch(/^bad: ended\\u\{1b\}\[2J with code 1/);
    expect(lines.join(" ")).toContain("→ Look at its exit status");
    for (const line of lines) expect(textWidth(line)).toBeLessThan(80);
  });
});

describe("the table of capabilities", () => {
  it("shows a level or a dash for each backend that answered", () => {
    const states = [ready("a", { streaming: "native", tool_read: "emulated" }), failed("b")];
    const lines = capabilityTables(states, 80);
    expect(lines[0]).toMatch(/^capability +a$/);
    expect(lines).toHaveLength(wireCapabilities.length + 1);
    expect(lines.find((line) => line.startsWith("streaming"))).toMatch(/native$/);
    expect(lines.find((line) => line.startsWith("tool_bash"))).toMatch(/-$/);
  });

  it.each([80, 40])("is split into several where it does not fit %d columns", (columns) => {
    const states = Array.from({ length: 9 }, (_, index) =>
      ready(`backend-${index}`, { streaming: "native" }),
    );
    const lines = capabilityTables(states, columns);
    for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(Math.max(columns, 50));
    const shown = lines.join(" ");
    for (const { name } of states) expect(shown).toContain(name);
    expect(lines.filter((line) => line.startsWith("capability")).length).toBeGreaterThan(1);
  });
});
