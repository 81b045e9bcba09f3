import { describe, expect, it } from "vitest";
import type { Decision } from "../../negotiation/index.ts";
import { markedTerminal } from "../fixtures/marked-terminal.ts";
import { showDecision } from "./decision.ts";

const target = (provider: string) => ({ provider, model: "m" });
const finding = (capability: string, outcome: string, more: object = {}, claim: object = {}) => ({
  requirement: { capability, need: "required", floor: "any", by: { kind: "order", id: "r" }, ...more },
  claim: { support: "native", evidence: "declared", at: "", ...claim },
  outcome,
  reason: "ok",
});
const bare = {
  ...{ id: "d", target: target("a"), mode: "mapped", lane: "patch_first", verdict: "accept" },
  ...{ findings: [], plan: [], obligations: [], suggestions: [], paramsAffected: [] },
} as unknown as Decision;

function show(members: object = {}, options = {}, shape?: string) {
  const terminal = markedTerminal(options);
  const decision = { ...bare, ...members };
  showDecision(terminal, { decision, manifest: { claims: new Map() } as never, shape });
  return terminal.lines();
}

describe("a decision", () => {
  it.each([
    ["accept", "<green ACCEPT>"],
    ["accept_degraded", "<yellow ACCEPT, DEGRADED>"],
    ["reject", "<red REJECT>"],
  ])("to %s names the target", (verdict, words) => {
    expect(show({ verdict })).toEqual([`${words}  a/m  (mapped, patch_first)`, ""]);
    expect(show({ verdict, previous: target("b") })[0]).toBe(`${words}  b/m → a/m  (mapped, patch_first)`);
  });

  it("says of each requirement what is needed, what there is, and why", () => {
    const missing = {
      ...finding("c", "missing", { need: "preferred" }, { reason: "no" }),
      unemulated: "off",
    };
    const findings = [
      finding("a", "satisfied", { floor: "native", min: 3, kinds: ["x", "y"] }),
      {
        ...finding("b", "degraded", {}, { limit: 5, kinds: ["z", "w"], reason: "why" }),
        reason: "too_small",
      },
      { ...missing, reason: "unlisted" },
    ];
    expect(show({ findings }).slice(2)).toEqual([
      "capability        need       supply                   outcome            why                              asked by",
      "a native ≥ 3 x+y  required   native (declared)        <green satisfied>                                   order:r",
      "b                 required   native 5 z+w (declared)  <yellow degraded>  too_small: why                   order:r",
      "c                 preferred  native (declared)        <red missing>      unlisted: no: not emulated: off  order:r",
      ...["", "Warnings:", "  degraded: b (too_small, needed by order:r)"],
    ]);
  });

  it("lists what is emulated, settled later and acceptable elsewhere", () => {
    const plan = [{ capability: "a", emulator: "e", fidelity: "minor", strategy: {} }];
    const lines = show({ plan, obligations: [{ capability: "b" }], suggestions: [target("c"), target("d")] });
    expect(lines.slice(2)).toEqual([
      ...["", "Emulated:", "  a by e (minor)"],
      ...["", "To be settled on first use:", "  b"],
      ...["", "These would be accepted:", "  c/m", "  d/m"],
    ]);
  });

  it("is JSON with --json or --report, on several lines for people", () => {
    expect(show({}, { json: true })).toEqual([JSON.stringify(bare)]);
    expect(show({}, {}, "decision").join("\n")).toBe(JSON.stringify(bare, null, 2));
    expect(JSON.parse(show({}, {}, "diagnostic").join(""))).toBeNull();
    const result = show({}, { json: true }, "result");
    const report = show({}, { json: true }, "report");
    expect([result, report].map((lines) => lines.length)).toEqual([1, 1]);
    expect(new Set([...result, ...report, JSON.stringify(bare)]).size).toBe(3);
  });
});
