import { describe, expect, it } from "vitest";
import { findCommand } from "../../agents/index.ts";
import { CallTally } from "./call-tally.ts";
import { endReport } from "./end-report.ts";
import { callReceipt } from "./fixtures/call-receipt.ts";

function report(words: readonly string[], calls: number) {
  const tally = new CallTally();
  for (let call = 0; call < calls; call += 1) tally.add(callReceipt());
  return endReport(words, findCommand(words), tally, "run-1");
}

describe("the end of a program", () => {
  it("is one line with the calls and the command that lists them", () => {
    expect(report(["claude"], 2)).toEqual({
      kind: "summary",
      lines: ["2 calls, 0 tokens in, 0 out, price unknown, 0 fields lost; more: abp receipt log --run run-1"],
    });
  });

  it("is a warning if an agent made no call, with what to do", () => {
    const { kind, lines } = report(["timeout", "60", "codex", "exec"], 0);
    expect(kind).toBe("warning");
    expect(lines).toHaveLength(4);
    expect(lines.join("\n")).toContain("warning Codex made no call through the gateway");
    expect(lines.join("\n")).toContain("`abp exec -- codex …`");
    expect(report(["bash", "-c", "codex --help"], 0).kind).toBe("warning");
  });

  it("warns of nothing if none was to be expected", () => {
    expect(report(["make"], 0).lines).toEqual(["0 calls, 0 tokens in, 0 out, 0 USD, 0 fields lost"]);
    const quiet = "-h --help help -v -V --version version login logout update upgrade doctor completion";
    for (const word of quiet.split(" "))
      expect(report(["env", "codex", word], 0), word).toEqual({
        kind: "summary",
        lines: ["0 calls, 0 tokens in, 0 out, 0 USD, 0 fields lost"],
      });
    for (const words of [[], ["exec"], ["logins"], ["a-version"], ["exec", "help"]])
      expect(report(["env", "codex", ...words], 0).kind, words.join(" ")).toBe("warning");
  });
});
