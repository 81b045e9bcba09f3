import { describe, expect, it } from "vitest";
import { claudeFeatures } from "./features.ts";
import { readInitialization } from "./initialization.ts";

const nothing = { hooks: undefined, outputSchema: undefined, instructions: [], sdkServers: [], notes: [] };
const members = [
  "agents",
  "skills",
  "plugins",
  "toolAliases",
  "planModeInstructions",
  "appendSubagentSystemPrompt",
];

describe("readInitialization", () => {
  it.each([undefined, null, "", [], {}])("takes the value %j for nothing", (value) => {
    const names = [...members, "managedSettings", "jsonSchema", "systemPrompt", "sdkMcpServers"];
    const request = Object.fromEntries(names.map((name) => [name, value]));
    const { outputSchema, ...others } = readInitialization(request as never);
    expect(others).toEqual({ hooks: undefined, instructions: [], sdkServers: [], notes: [] });
    expect([undefined, value]).toContain(outputSchema);
  });

  it.each([
    ["agents", "agents"],
    ["skills", "settings"],
    ["plugins", "settings"],
    ["toolAliases", "settings"],
    ["planModeInstructions", "settings"],
    ["appendSubagentSystemPrompt", "agents"],
  ] as const)("discloses %s", (member, feature) => {
    for (const value of ["x", [1], { a: 1 }, 0, false])
      expect(readInitialization({ [member]: value })).toEqual({
        ...nothing,
        notes: [claudeFeatures[feature].words],
      });
  });

  it("discloses each feature once", () => {
    const all = Object.fromEntries(members.map((name) => [name, "x"]));
    expect(readInitialization(all).notes).toEqual(
      [claudeFeatures.agents, claudeFeatures.settings].map(({ words }) => words),
    );
  });

  it("takes what it can use, and leaves out what has another form", () => {
    const request = { hooks: { a: 1 }, jsonSchema: [1], sdkMcpServers: ["a", 1], systemPrompt: [1, "b", ""] };
    expect(readInitialization({ ...request, appendSystemPrompt: 1 })).toEqual({
      ...nothing,
      hooks: { a: 1 },
      instructions: ["b"],
      sdkServers: ["a"],
    });
    expect(readInitialization({ systemPrompt: "b", jsonSchema: { type: "object" } })).toEqual({
      ...nothing,
      instructions: ["b"],
      outputSchema: { type: "object" },
    });
    expect(readInitialization({ sdkMcpServers: "a" })).toEqual(nothing);
  });

  it("refuses managed settings", () => {
    expect(() => readInitialization({ managedSettings: { a: 1 } })).toThrow(
      claudeFeatures.managed_settings.words,
    );
  });
});
