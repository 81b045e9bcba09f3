import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sharedExists, sharedPath } from "../../../test/shared.ts";
import type { CapabilityManifest, MinSupport } from "../../contract/index.ts";
import { matchRequirements } from "./support-matching.ts";

/** The manifest that the mock backend of abp/v0.1 sends. */
const mock: CapabilityManifest = {
  streaming: "native",
  tool_read: "emulated",
  tool_write: "emulated",
  tool_edit: "emulated",
  tool_bash: "emulated",
  structured_output_json_schema: "emulated",
};
const backends = new Map([["mock", mock]]);

interface Scenario {
  readonly name: string;
  readonly text: string;
}

function scenariosOf(file: string): readonly Scenario[] {
  if (!sharedExists) return [];
  const text = readFileSync(sharedPath("vectors/abp-v0.1/fixtures/features", file), "utf8");
  return text
    .split(/^\s*Scenario:/m)
    .slice(1)
    .map((part) => ({ name: part.split("\n")[0]?.trim() ?? "", text: part }));
}

function playScenario({ text }: Scenario): void {
  const manifest = backends.get(/(?:against|for) the "(\w+)" backend/.exec(text)?.[1] ?? "");
  const given = /that requires (.*)/.exec(text)?.[1] ?? "";
  const required = [...given.matchAll(/(native|emulated) "(\w+)"/g)].map(([, level, capability]) => ({
    capability: capability ?? "",
    min_support: level as MinSupport,
  }));
  const passes = manifest !== undefined && matchRequirements(manifest, required).satisfied;
  const [, then = ""] = /Then (.*)/.exec(text) ?? [];
  const reported = /reports "(\w+)" as "(\w+)"/.exec(then);
  const absent = /does not include "(\w+)"/.exec(then);
  if (reported !== null) expect(manifest?.[reported[1] ?? ""]).toBe(reported[2]);
  else if (absent !== null) expect(manifest).not.toHaveProperty(absent[1] ?? "");
  else expect(passes).toBe(/passes/.test(then));
}

describe.skipIf(!sharedExists)("the feature files of abp/v0.1", () => {
  const checking = scenariosOf("capability_checking.feature");
  const negotiating = scenariosOf("capability_negotiation.feature");

  it("are all there", () => {
    expect([checking.length, negotiating.length]).toEqual([6, 8]);
  });

  it.each(checking)("capability checking: $name", playScenario);
  it.each(negotiating)("capability negotiation: $name", playScenario);
});
