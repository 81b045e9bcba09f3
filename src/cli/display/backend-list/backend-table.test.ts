import pc from "picocolors";
import { describe, expect, it } from "vitest";
import { findAgent } from "../../../agents/index.ts";
import { textWidth } from "../text/text-width.ts";
import { backendAdvice, backendTable } from "./backend-table.ts";
import { failed, missing, ready } from "./fixtures/states.ts";

const colors = pc.createColors(false);
const claude = findAgent("claude")!;

describe("the table of backends", () => {
  it("names the state of each, harmless and within 80 columns", () => {
    const lines = backendTable(
      colors,
      [
        ready("mock", { streaming: "native", mcp_server: "unsupported" }),
        ready(
          "日本".repeat(40),
          { streaming: "native", tool_read: "emulated" },
          {
            version: `9\u001b[31m${"9".repeat(60)}`,
            agent: { ...claude, transport: "t".repeat(40) },
          },
        ),
        failed("x".repeat(60)),
        missing("gemini", "gemini"),
        ready("plain", {}, { version: null }),
      ],
      undefined,
    );
    expect(lines[0]).toMatch(/^backend +driven by +version +state$/);
    expect(lines[1]).toMatch(/^mock +sidecar +1.0 +ready, 1 capability$/);
    expect(lines[2]).toMatch(/ t{21}… +9\\u\{1b\}\[3… +ready, 2 capabilities$/);
    expect(lines[3]).toMatch(/^x{19}… +sidecar +- +failed$/);
    expect(lines[4]).toMatch(/^gemini +ACP +- +not installed$/);
    expect(lines[5]).toMatch(/^plain +sidecar +- +ready, 0 capabilities$/);
    for (const line of lines) {
      expect(textWidth(line)).toBeLessThanOrEqual(80);
      expect(line).not.toContain("\u001b");
    }
  });

  it("is coloured by state", () => {
    const lines = backendTable(
      pc.createColors(true),
      [ready("a", {}), failed("b"), missing("c", "codex")],
      undefined,
    );
    expect(lines[1]).toContain("\u001b[32mready");
    expect(lines[2]).toContain("\u001b[31mfailed");
    expect(lines[3]).toContain("\u001b[33mnot installed");
  });
});

describe("what to do about backends", () => {
  it("says why one failed, and the next step", () => {
    const lines = backendAdvice(colors, [ready("mock", {}), failed("bad")], 80);
    expect(lines[0]).toMatch(/^bad: sidecar_exited_before_hello: ended\\u\{1b\}\[2J with code 1/);
    expect(lines.join(" ")).toContain("→ Look at its exit status");
    for (const line of lines) expect(textWidth(line)).toBeLessThan(80);
  });

  it("gives one command that installs what is missing, each agent once", () => {
    const states = [missing("gemini", "gemini"), missing("codex", "codex"), missing("mine", "codex")];
    expect(backendAdvice(colors, states, 80)).toEqual(["→ To install: abp agents install gemini codex"]);
    expect(backendAdvice(colors, [missing("x", "acp")], 80)).toEqual([]);
    expect(backendAdvice(colors, [ready("mock", {})], 80)).toEqual([]);
  });
});
