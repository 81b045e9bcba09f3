import { describe, expect, it } from "vitest";
import { readRule } from "./rule.ts";
import { RuleList, readScope } from "./rule-list.ts";

const listOf = (...texts: string[]) =>
  new RuleList(
    texts.map((text) => readRule(text)!),
    "/w",
  );
const file = (file_path: string) => ({ file_path });

describe("what a rule is about", () => {
  const scopeOf = (text: string) => readScope(readRule(text)!, "/w");

  it.each([
    ["Bash", undefined],
    ["Anything", undefined],
    ["Bash(git:*)", { kind: "command", pattern: "git:*" }],
    ["WebFetch(domain:Example.COM)", { kind: "domain", pattern: "example.com" }],
    ["WebFetch( domain:a )", { kind: "domain", pattern: "a" }],
    ["Task( x )", { kind: "name", pattern: "x", tool: "Task" }],
    ["Agent(x)", { kind: "name", pattern: "x", tool: "Agent" }],
    ["Skill(x)", { kind: "name", pattern: "x", tool: "Skill" }],
  ])("%s is about %j", (text, scope) => {
    expect(scopeOf(text)).toEqual(scope);
  });

  it.each([
    ["Read", "read"],
    ["Glob", "read"],
    ["Grep", "read"],
    ["LS", "read"],
    ["NotebookRead", "read"],
    ["Edit", "change"],
    ["Write", "change"],
    ["MultiEdit", "change"],
    ["NotebookEdit", "change"],
  ])("%s is about a path to %s", (tool, access) => {
    const scope = scopeOf(`${tool}(src/**)`);
    expect(scope).toEqual({ kind: "path", access, tool, means: expect.any(Function) });
    if (scope?.kind !== "path") throw new Error("it is about a path");
    expect([scope.means("/w/src/a"), scope.means("/w/a")]).toEqual([true, false]);
  });

  it.each([
    "WebFetch(a)",
    "WebFetch(domain:)",
    "WebFetch(x domain:a)",
    "WebSearch(domain:a)",
    "constructor(a)",
  ])("%s has no meaning", (text) => {
    expect(() => scopeOf(text)).toThrow("has no meaning here");
  });
});

describe("the tools of rules", () => {
  it.each<[string, readonly string[]]>([
    ["Bash(a)", ["Bash"]],
    ["WebFetch(domain:a)", ["WebFetch"]],
    ["Task(a)", ["Task", "Agent"]],
    ["Agent(a)", ["Task", "Agent"]],
    ["Skill(a)", ["Skill"]],
    ["Read(a)", ["Read", "Glob", "Grep", "LS", "NotebookRead", "Bash"]],
    ["Write(a)", ["Edit", "Write", "MultiEdit", "NotebookEdit", "Bash"]],
  ])("%s are %j", (rule, tools) => {
    const list = listOf(rule, rule);
    expect([list.scopedTools, list.wholeTools]).toEqual([tools, []]);
    for (const tool of tools) expect(list.concern(tool)).toBe(true);
    expect(list.concern("TodoWrite")).toBe(false);
  });

  it("of a whole tool are those that its name stands for", () => {
    const list = listOf("Bash", "mcp__a");
    expect([list.scopedTools, list.wholeTools]).toEqual([[], ["Bash", "mcp__a"]]);
    expect(["Bash", "mcp__a__b", "Read"].map((tool) => list.concern(tool))).toEqual([true, true, false]);
    expect(["Bash", "mcp__a__b", "Read"].map((tool) => list.hit(tool, {}))).toEqual([true, true, false]);
    expect(["Bash", "mcp__a__b", "Read"].map((tool) => list.cover(tool, {}))).toEqual([true, true, false]);
  });

  it("may be added later", () => {
    const list = listOf();
    expect(list.concern("Bash")).toBe(false);
    list.add(readRule("Bash(ls)")!);
    expect([list.concern("Bash"), list.hit("Bash", { command: "ls" })]).toEqual([true, true]);
  });
});

/** A rule, a tool, its input, whether it is meant, and whether all of it is. */
type Row = readonly [rule: string, tool: string, input: unknown, isHit: boolean, isCovered: boolean];

describe("the use of a tool", () => {
  it.each<Row>([
    ["Bash(ls)", "Bash", { command: "ls" }, true, true],
    ["Bash(ls)", "Bash", { command: "ls; rm a" }, true, false],
    ["Bash(ls)", "Bash", { command: "rm a" }, false, false],
    ["Bash(ls)", "Bash", {}, true, false],
    ["Bash(ls)", "Bash", "ls", true, false],
    ["Bash(ls)", "Read", { command: "ls" }, false, false],
    ["WebFetch(domain:a.com)", "WebFetch", { url: "https://a.com/x" }, true, true],
    ["WebFetch(domain:a.com)", "WebFetch", { url: "https://A.com./x" }, true, true],
    ["WebFetch(domain:a.com)", "WebFetch", { url: "https://b.a.com/x" }, false, false],
    ["WebFetch(domain:*.a.com)", "WebFetch", { url: "https://b.a.com/x" }, true, true],
    ["WebFetch(domain:a.com)", "WebFetch", { url: "no address" }, false, false],
    ["WebFetch(domain:*)", "WebFetch", {}, false, false],
    ["WebFetch(domain:*)", "WebFetch", "https://a.com", false, false],
    ["WebFetch(domain:a.com)", "WebSearch", { url: "https://a.com" }, false, false],
    ["Task(x)", "Task", { subagent_type: "x" }, true, true],
    ["Task(x)", "Agent", { subagent_type: "x" }, true, true],
    ["Task(x*)", "Task", { subagent_type: "xy" }, true, true],
    ["Task(x)", "Task", { subagent_type: "y" }, false, false],
    ["Task(x)", "Task", { skill: "x" }, false, false],
    ["Task(x)", "Skill", { subagent_type: "x", skill: "x" }, false, false],
    ["Skill(x)", "Skill", { skill: "x" }, true, true],
    ["Skill(x)", "Skill", { command: "x" }, true, true],
    ["Skill(x)", "Skill", { name: "x" }, true, true],
    ["Skill(x)", "Skill", { skill: "y", name: "x" }, true, true],
    ["Skill(x)", "Skill", { subagent_type: "x" }, false, false],
    ["Skill(*x)", "Skill", "x", false, false],
    ["Read(src/**)", "Read", file("/w/src/a"), true, true],
    ["Read(src/**)", "Grep", { path: "/w/src/a" }, true, true],
    ["Read(src/**)", "NotebookRead", { notebook_path: "/w/src/a" }, true, true],
    ["Read(src/**)", "Read", file("/w/a"), false, false],
    ["Read(src/**)", "Read", { ...file("/w/src/a"), path: "/w/b" }, true, false],
    ["Read(src/**)", "Read", {}, false, false],
    ["Read(src/**)", "Read", "/w/src/a", false, false],
    ["Read(src/**)", "Edit", file("/w/src/a"), false, false],
    ["Read(src/**)", "Bash", { command: "cat src/a" }, true, false],
    ["Read(src/**)", "Bash", { command: "cat a" }, false, false],
    ["Edit(src/**)", "Edit", file("/w/src/a"), true, true],
    ["Edit(src/**)", "Write", file("/w/src/a"), true, true],
    ["Edit(src/**)", "Edit", { ...file("/w/src/a"), path: "/w/b" }, true, false],
    ["Edit(src/**)", "Edit", {}, true, false],
    ["Edit(src/**)", "Edit", "a", true, false],
    ["Edit(src/**)", "Read", file("/w/src/a"), false, false],
    ["Write(src/**)", "Write", file("/w/src/a"), true, false],
    ["MultiEdit(src/**)", "Edit", file("/w/src/a"), true, false],
    ["Edit(src/**)", "Bash", { command: "echo x > src/a" }, true, false],
  ])("with %s, %s and %j is meant: %s, as a whole: %s", (rule, tool, input, isHit, isCovered) => {
    expect([listOf(rule).hit(tool, input), listOf(rule).cover(tool, input)]).toEqual([isHit, isCovered]);
  });

  it("that writes may be covered by two rules, or by what may be written besides", () => {
    const command = { command: "ls > src/a" };
    expect(listOf("Bash(ls:*)").cover("Bash", command)).toBe(false);
    expect(listOf("Bash(ls:*)", "Edit(src/**)").cover("Bash", command)).toBe(true);
    expect(listOf("Bash(ls:*)", "Write(src/**)").cover("Bash", command)).toBe(false);
    expect(listOf("Bash(ls:*)", "Edit(other/**)").cover("Bash", command)).toBe(false);
    expect(listOf("Bash(ls:*)").cover("Bash", command, () => true)).toBe(true);
    expect(listOf("Bash(cat:*)").cover("Bash", command, () => true)).toBe(false);
  });
});
