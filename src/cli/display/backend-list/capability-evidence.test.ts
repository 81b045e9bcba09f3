import pc from "picocolors";
import { describe, expect, it } from "vitest";
import { type Agent, findAgent } from "../../../agents/index.ts";
import { textWidth } from "../text/text-width.ts";
import { capabilityEvidence } from "./capability-evidence.ts";
import { missing, ready } from "./fixtures/states.ts";

const colors = pc.createColors(false);
const agent: Agent = {
  ...findAgent("claude")!,
  capabilities: {
    streaming: { level: "native", evidence: `Pieces come as they are ${"written ".repeat(20)}.` },
    tool_read: { level: { restricted: { reason: "small files only" } }, evidence: "Seen." },
  },
};

describe("the evidence of capabilities", () => {
  it("gives a sentence for each level that an agent's host declares, and the reason of a restriction", () => {
    const manifest = {
      streaming: "native",
      tool_read: { restricted: { reason: "small files only" } },
      tool_bash: "native",
    } as const;
    const states = [ready("mine", manifest, { agent }), ready("mock", manifest), missing("codex", "codex")];
    const lines = capabilityEvidence(colors, states, 60);
    expect(lines.slice(0, 3)).toEqual(["", "mine (Claude Code)", "  streaming: native"]);
    expect(lines[3]).toMatch(/^ {4}Pieces come as they are written/);
    expect(lines[4]).toMatch(/^ {4}written/);
    expect(lines.slice(-3)).toEqual([
      "  tool_read: restricted",
      "    Small files only. Seen.",
      "  tool_bash: native",
    ]);
    for (const line of lines) expect(textWidth(line)).toBeLessThan(60);
  });

  it("takes an empty reason, and shows evidence dimly", () => {
    const painted = pc.createColors(true);
    const manifest = { tool_read: { restricted: { reason: "" } } };
    const lines = capabilityEvidence(painted, [ready("mine", manifest, { agent })], 60);
    expect(lines.at(-1)).toBe(painted.dim("    . Seen."));
  });
});
