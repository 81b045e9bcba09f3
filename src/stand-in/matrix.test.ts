import { describe, expect, it } from "vitest";
import { Capability } from "../contract/index.ts";
import { howOn, standInProtocols } from "./matrix.ts";

const feature = { title: "t", how: "native", words: "w", needs: "mcp_client" } as const;
const agent = (level: "native" | "emulated" | "unsupported" | { restricted: { reason: string } }) => ({
  capabilities: { mcp_client: { level, evidence: "" } },
});

describe("howOn", () => {
  it.each([
    ["native", "native"],
    ["emulated", "emulated"],
    [{ restricted: { reason: "" } }, "disclosed"],
    ["unsupported", "refused"],
  ] as const)("an agent whose capability is %j makes it %s", (level, how) => {
    expect(howOn(feature, agent(level))).toBe(how);
  });

  it("refuses what an agent does not list", () => {
    expect(howOn(feature, { capabilities: {} })).toBe("refused");
  });

  it("is never better than the protocol's own row", () => {
    expect(howOn({ ...feature, how: "disclosed" }, agent("native"))).toBe("disclosed");
    expect(howOn({ ...feature, how: "emulated" }, agent("unsupported"))).toBe("refused");
  });

  it("does not depend on the agent if no capability is needed", () => {
    const { needs: _, ...alone } = feature;
    expect(howOn({ ...alone, how: "disclosed" }, { capabilities: {} })).toBe("disclosed");
  });
});

describe("standInProtocols", () => {
  it("says something about every feature, once", () => {
    expect(standInProtocols.map(({ program }) => program)).toEqual(["abp-claude", "abp-codex", "abp acp"]);
    for (const { features } of standInProtocols) {
      const titles = features.map(({ title }) => title);
      expect(new Set(titles).size).toBe(titles.length);
      expect(features.every(({ words }) => words.endsWith("."))).toBe(true);
      for (const { how, needs, title } of features) {
        expect(["native", "emulated", "disclosed", "refused"], title).toContain(how);
        expect(title).not.toBe("");
        if (needs !== undefined) expect(Capability.options).toContain(needs);
      }
    }
  });
});
