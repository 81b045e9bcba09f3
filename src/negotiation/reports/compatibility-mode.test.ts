import { describe, expect, it } from "vitest";
import { canonicalCapability } from "../catalogue/capabilities.ts";
import { AT, TARGET } from "../fixtures/builders.ts";
import { type Manifest, manifestFromWire } from "../supply/manifest.ts";
import { checkCompatibility } from "./compatibility-mode.ts";

/** The documented matrix of three engines, in its own words. */
const matrix = `
Streaming | native | native | native
Tools | native | native | native
Vision | native | native | native
Web Search | emulated | native | emulated
Code Execution | unsupported | native | unsupported
Extended Thinking | native | unsupported | unsupported
JSON Mode | emulated | native | native`
  .trim()
  .split("\n")
  .map((line) => line.split(" | "));

function engine(column: 1 | 2 | 3): Manifest {
  const wire = Object.fromEntries(matrix.map((cells) => [cells[0], cells[column]]));
  return manifestFromWire(wire, { target: TARGET, at: AT, canonicalName: canonicalCapability });
}

const claude = engine(1);
const gemini = engine(2);

describe("compatibility mode", () => {
  it("strict fails on whatever is not native, and says which it is", () => {
    expect(checkCompatibility(claude, ["json_mode", "streaming", "code_execution"], "strict")).toEqual({
      ok: false,
      faults: [
        { kind: "UnsupportedCapability", capability: "code_execution" },
        { kind: "RequiresNative", capability: "json_mode" },
      ],
      emulated: [],
    });
    expect(checkCompatibility(gemini, ["json_mode", "streaming", "tool_use"], "strict").ok).toBe(true);
  });

  it("best effort allows emulation and fails only on what is unsupported", () => {
    expect(checkCompatibility(claude, ["tool_web_search", "streaming"], "best_effort")).toEqual({
      ok: true,
      faults: [],
      emulated: ["tool_web_search"],
    });
    expect(checkCompatibility(gemini, ["extended_thinking"], "best_effort").faults).toEqual([
      { kind: "UnsupportedCapability", capability: "extended_thinking" },
    ]);
  });

  it("an emulator of ours helps best effort and not strict", () => {
    const emulators = [{ id: "step-by-step", capability: "extended_thinking", fidelity: "minor" }];
    expect(checkCompatibility(gemini, ["extended_thinking"], "best_effort", emulators).emulated).toEqual([
      "extended_thinking",
    ]);
    expect(checkCompatibility(gemini, ["extended_thinking"], "strict", emulators).faults).toEqual([
      { kind: "RequiresNative", capability: "extended_thinking" },
    ]);
  });
});
