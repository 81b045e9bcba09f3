import { describe, expect, it } from "vitest";
import type { LinkTarget } from "./link-target.ts";
import { isGitName, type RuleSource, StageRules } from "./stage-rules.ts";

const rules = (source: Partial<RuleSource> = {}) => new StageRules({ include: [], exclude: [], ...source });
const denying =
  (...denied: string[]) =>
  (path: string, resolved: string | undefined) =>
    denied.includes(resolved ?? path) ? `rule ${resolved ?? path}` : undefined;
const to = (inside: string | undefined, isDirectory = false): LinkTarget => ({
  resolved: inside === undefined ? "/elsewhere" : `/root/${inside}`,
  inside,
  isDirectory,
});

describe("rules on files", () => {
  it("take everything if there are none", () => {
    expect(rules().judgeFile("a", false)).toBe("take");
    expect(rules().judgeDirectory("a", false)).toBe("take");
    expect(rules().judgeLink("a", false, to("b"))).toBe("take");
  });

  it("an exclusion wins over an inclusion, and over an included directory above", () => {
    const both = rules({ include: ["src/**"], exclude: ["**/*.log"] });
    expect(both.judgeFile("src/a.ts", false)).toBe("take");
    expect(both.judgeFile("src/a.log", false)).toBe("omit");
    expect(both.judgeFile("src/a.log", true)).toBe("omit");
    expect(both.judgeFile("other/a.ts", false)).toBe("omit");
    expect(both.judgeFile("other/a.ts", true)).toBe("take");
  });

  it("a denial is named with its rule, also for what is not included", () => {
    const denied = rules({ include: ["b"], isDenied: denying("a") });
    expect(denied.judgeFile("a", false)).toEqual({ reason: "denied", rule: "rule a" });
    expect(rules({ exclude: ["a"], isDenied: denying("a") }).judgeFile("a", false)).toBe("omit");
  });

  it("W13 patterns match names that are not ASCII, and bytes that are no text", () => {
    const bytes = (text: string) => Buffer.from(text).toString("latin1");
    expect(rules({ exclude: ["größe"] }).judgeFile(bytes("größe"), false)).toBe("omit");
    expect(rules({ exclude: ["*.env"] }).judgeFile("\xff.env", false)).toBe("omit");
    expect(rules({ include: ["größe"] }).includes(bytes("größe"))).toBe(true);
  });

  it("no rule has to be asked only if there is none", () => {
    expect(rules().takesEveryFile).toBe(true);
    expect(rules({ include: ["a"] }).takesEveryFile).toBe(false);
    expect(rules({ exclude: ["a"] }).takesEveryFile).toBe(false);
    expect(rules({ isDenied: () => undefined }).takesEveryFile).toBe(false);
  });

  it("a pattern may begin with ./ and end with /", () => {
    const some = rules({ exclude: ["././a", "b/"] });
    expect(["a", "b"].map((path) => some.judgeDirectory(path, false))).toEqual(["omit", "omit"]);
    expect(some.judgeFile("c", false)).toBe("take");
  });

  it("a pattern that is no glob is refused with a code", () => {
    expect(() => rules({ include: ["[a"] })).toThrow(
      expect.objectContaining({
        code: "workspace_staging_failed",
        message: expect.stringContaining("A pattern of the workspace is no glob: "),
        cause: expect.anything(),
      }),
    );
  });
});

describe("rules on directories", () => {
  it("pass one that is not included itself, because something in it may be", () => {
    const some = rules({ include: ["src/a.ts"] });
    expect(some.judgeDirectory("src", false)).toBe("pass");
    expect(some.judgeDirectory("src", true)).toBe("take");
    expect(rules({ include: ["src"] }).judgeDirectory("src", false)).toBe("take");
  });

  it("match with and without a slash at the end", () => {
    expect(rules({ exclude: ["a/**"] }).judgeDirectory("a", false)).toBe("omit");
    expect(rules({ isDenied: denying("a") }).judgeDirectory("a", false)).toEqual({
      reason: "denied",
      rule: "rule a",
    });
    expect(rules({ isDenied: denying("a/") }).judgeDirectory("a", false)).toEqual({
      reason: "denied",
      rule: "rule a/",
    });
  });
});

describe("W03 rules on links", () => {
  it("hold for the path of the link itself", () => {
    expect(rules({ exclude: ["link"] }).judgeLink("link", true, to("b"))).toBe("omit");
    expect(rules({ isDenied: denying("link") }).judgeLink("link", true, to("b"))).toEqual({
      reason: "denied",
      rule: "rule link",
    });
  });

  it.each([
    ["/root/a/b", to("a/b")],
    ["/root/a/b/", to("a/b", true)],
    ["/elsewhere", to(undefined)],
    ["a", to("a/b")],
    ["a/", to("a/b")],
    ["a/b", to("a/b")],
    ["a/b/", to("a/b", true)],
  ])("leave out a link whose target is denied by %s", (denied, target) => {
    expect(rules({ isDenied: denying(denied) }).judgeLink("link", false, target)).toEqual({
      reason: "leads to a denied path",
      rule: `rule ${denied}`,
    });
  });

  it("do not take a file for a directory", () => {
    expect(rules({ isDenied: denying("/root/a/") }).judgeLink("link", false, to("a"))).toBe("take");
  });

  it.each([
    ["a", to("a/b")],
    ["a/**", to("a/b")],
    ["a/b", to("a/b")],
    ["a/b/**", to("a/b", true)],
  ])("leave out a link whose target is excluded by %s", (pattern, target) => {
    const some = rules({ exclude: [pattern] });
    expect(some.judgeLink("link", false, target)).toBe("omit");
    expect(some.judgeLink("link", false, to("other"))).toBe("take");
  });

  it("leave out a link to a file that is not included, and keep one to a directory", () => {
    const some = rules({ include: ["link", "src"] });
    expect(some.judgeLink("link", false, to("other/file"))).toBe("omit");
    expect(some.judgeLink("link", false, to("other", true))).toBe("take");
    expect(some.judgeLink("link", false, to("src/file"))).toBe("take");
    expect(some.judgeLink("link", false, to("src"))).toBe("take");
    expect(some.judgeLink("link", false, to(undefined))).toBe("take");
  });

  it("W14 leave out a link into a git directory, and keep one to the root", () => {
    expect(rules().judgeLink("link", false, to("a/.GIT/config"))).toBe("omit");
    expect(rules().judgeLink("link", false, to(".git", true))).toBe("omit");
    const strict = rules({ include: ["link"], exclude: ["x"], isDenied: denying("", "/") });
    expect(strict.judgeLink("link", false, to("", true))).toBe("take");
  });
});

describe("rules on settings of the agent", () => {
  const settings = [
    { path: ".host/hooks" },
    { path: ".agent", documents: ["skills"] },
    { path: "agent.json" },
  ];
  const leftOut = { reason: "settings of the agent" };
  const some = rules({ settings });

  it("leave out files and directories, and keep documents beside them", () => {
    expect(some.judgeFile("agent.json", true)).toEqual(leftOut);
    expect(some.judgeFile("sub/.agent/run.js", false)).toEqual(leftOut);
    expect(some.judgeDirectory(".host/hooks", true)).toEqual(leftOut);
    expect(some.judgeDirectory(".agent/plugin", false)).toEqual(leftOut);
    expect(some.judgeDirectory(".agent", false)).toBe("take");
    expect(some.judgeDirectory(".agent/skills", false)).toBe("take");
    expect(some.judgeFile(".agent/skills/a.md", false)).toBe("take");
    expect(some.judgeFile(".host", false)).toBe("take");
  });

  it("yield to an exclusion and to a denial, and win over an inclusion", () => {
    expect(rules({ settings, exclude: ["agent.json"] }).judgeFile("agent.json", false)).toBe("omit");
    const denied = { reason: "denied", rule: "rule agent.json" };
    expect(rules({ settings, isDenied: denying("agent.json") }).judgeFile("agent.json", false)).toEqual(
      denied,
    );
    expect(rules({ settings, include: ["**"] }).judgeFile("agent.json", true)).toEqual(leftOut);
  });

  it("leave out a link at a place, above a place, and to a place", () => {
    expect(some.judgeLink("agent.json", true, to("other.json"))).toEqual(leftOut);
    expect(some.judgeLink(".host", true, to("other", true))).toEqual(leftOut);
    expect(some.judgeLink(".agent", true, to(undefined, true))).toEqual(leftOut);
    const leads = { reason: "leads to settings of the agent" };
    expect(some.judgeLink("link", true, to(".agent/plugin/a.js"))).toEqual(leads);
    expect(some.judgeLink("link", true, to(".host/hooks", true))).toEqual(leads);
    expect(some.judgeLink("link", true, to(".agent", true))).toBe("take");
    expect(some.judgeLink(".agent/skills", true, to("docs", true))).toBe("take");
    expect(some.judgeLink("link", true, to(undefined))).toBe("take");
  });

  it("are asked for few names only", () => {
    expect([some.takesEveryFile, some.asksNamesOnly, some.takesName("a.ts", false)]).toEqual([
      ...[false, true, true],
    ]);
    expect([
      rules({ settings: [] }).takesEveryFile,
      rules({ settings, exclude: ["a"] }).asksNamesOnly,
    ]).toEqual([...[true, false]]);
    expect([some.takesName("agent.json", false), some.takesName("a.ts", true)]).toEqual([false, false]);
    expect([some.isMixed(".agent"), some.isMixed("src")]).toEqual([true, false]);
  });
});

it("W14 a git name has four letters of any case", () => {
  expect([".git", ".GIT", ".GiT"].every(isGitName)).toBe(true);
  expect([".gitt", "git", ".gi", "xgit", ".gjt"].some(isGitName)).toBe(false);
});
