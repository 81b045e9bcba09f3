import { describe, expect, it } from "vitest";
import { AgentSettings } from "./agent-settings.ts";

const hooks = { path: ".host/hooks" };
const own = { path: ".agent", documents: ["Skills", "NOTES.md"] };
const file = { path: "agent.json" };
const settings = new AgentSettings([hooks, own, file]);

describe("settings of an agent", () => {
  it.each([
    [".host/hooks", hooks],
    [".host/hooks/a/b.json", hooks],
    ["sub/deep/.host/hooks", hooks],
    [".agent/plugin", own],
    [".agent/plugin/a.js", own],
    ["sub/.agent/plugin", own],
    ["agent.json", file],
    ["sub/agent.json", file],
    [".agent/skills/x/agent.json", file],
    [".agent/skills/x/.agent/run", own],
    [".HOST/Hooks", hooks],
    [".Agent/Run", own],
    ["AGENT.JSON", file],
  ])("have a place at %s", (path, place) => {
    expect(settings.placeOf(path)).toBe(place);
  });

  it.each([
    "",
    ".host",
    ".host/other",
    ".hosts/hooks",
    "hooks",
    "x.host/hooks",
    ".host/x/hooks",
    ".agent",
    ".agent/skills",
    ".agent/SKILLS/a/b.md",
    ".agent/notes.md",
    "agent.jsonc",
    "my-agent.json",
    ".agents/run",
  ])("have no place at %j", (path) => {
    expect(settings.placeOf(path)).toBeUndefined();
  });

  it.each([
    [".host", hooks],
    ["sub/.HOST", hooks],
    [".agent", own],
    ["sub/.agent", own],
  ])("have a place below %s, into which a link there would lead", (path, place) => {
    expect(settings.placeBelow(path)).toBe(place);
  });

  it.each(["", "sub", ".host/hooks", ".host/other", ".agent/skills", "agent.json"])(
    "have no place below %j that a link there would lead into",
    (path) => {
      expect(settings.placeBelow(path)).toBeUndefined();
    },
  );

  it("are found by a name only if a place ends with it", () => {
    expect(["hooks", "HOOKS", ".agent", "agent.json"].map((name) => settings.mayBePlace(name))).toEqual([
      ...[true, true, true, true],
    ]);
    expect([".host", "hook", "hookz", "a", ""].map((name) => settings.mayBePlace(name))).toEqual([
      ...[false, false, false, false, false],
    ]);
  });

  it("are mixed with documents in some directories only", () => {
    expect([".agent", "sub/.AGENT"].map((path) => settings.isMixed(path))).toEqual([true, true]);
    expect(["", ".agent/skills", ".host", ".host/hooks", "x"].some((path) => settings.isMixed(path))).toBe(
      false,
    );
  });

  it("have the first of several places that fit", () => {
    const both = [{ path: ".agent" }, { path: ".agent/hooks" }];
    for (const places of [both, both.toReversed()]) {
      const found = new AgentSettings(places);
      expect(found.placeOf(".agent/hooks/x")).toBe(places[0]);
      expect(found.placeOf(".agent/x/.agent/hooks")).toBe(both[0]);
    }
  });

  it("are none if there is no place", () => {
    const none = new AgentSettings([]);
    expect([none.placeOf("a"), none.placeBelow("a"), none.isMixed("a"), none.mayBePlace("a")]).toEqual([
      ...[undefined, undefined, false, false],
    ]);
  });
});
