import { describe, expect, it } from "vitest";
import { CommandLine, matchesCommand } from "./command-rule.ts";

const isAllowed = (text: string) => new CommandLine(text).isAllowedBy(["git:*"], () => false);

describe("a pattern of a rule on commands", () => {
  it.each([
    ["git:*", ["git", "git log"], ["gitk", "a git"]],
    [" git * ", ["git", "git log"], ["gitk"]],
    ["git*", ["git", "gitk", "git log"], ["a git"]],
    ["*git:*", ["a git", "a gitk"], ["a"]],
    ["git log", ["git log"], ["git", "git log -1"]],
    ["a\nb:*", ["a\nb c"], ["a"]],
  ])("%j means %j and not %j", (pattern, meant, others) => {
    expect(meant.filter((text) => !matchesCommand(pattern, text))).toEqual([]);
    expect(others.filter((text) => matchesCommand(pattern, text))).toEqual([]);
  });
});

describe("a command line", () => {
  it.each(
    "true false : echo printf ls cat head tail wc pwd grep cut tr test [ basename dirname stat".split(" "),
  )("may use %s beside an allowed command", (name) => {
    expect(isAllowed(`git log | ${name} a/b`)).toBe(true);
    for (const path of ["/a", "~", "..", "../a", "a/..", "a/../b", "--file=../a", "$A"])
      expect(isAllowed(`git log | ${name} ${path}`)).toBe(false);
    expect(isAllowed(`git log | ${name} a..b ...`)).toBe(true);
  });

  it("may change its directory unless git runs there", () => {
    const rules = (text: string) => new CommandLine(text).isAllowedBy(["git:*", "npm:*"], () => false);
    expect(rules("cd src && npm test")).toBe(true);
    for (const text of ["cd src && git log", "cd src; npm test; echo /usr/bin/git", "cd a; npm x git"])
      expect(rules(text)).toBe(false);
    expect(rules("cd src && npm agit git.js")).toBe(true);
  });

  it("is allowed as a whole by its own text", () => {
    const line = new CommandLine(" a $(b) & ");
    expect(line.isAllowedBy([" a $(b) & "], () => false)).toBe(true);
    expect(line.isAllowedBy(["a $(b) *"], () => false)).toBe(false);
  });

  it.each(
    "cat head tail less more grep egrep fgrep sed awk cut sort uniq wc tac nl od xxd strings base64 diff cmp file stat".split(
      " ",
    ),
  )("reads what %s reads", (name) => {
    const { reads, writes } = new CommandLine(`x | time ${name} 'a b' c <d`);
    expect(new Set(reads)).toEqual(new Set(["d", "a b", "a", "b", "c", name]));
    expect(writes).toEqual([]);
  });

  it.each("tee touch rm mv mkdir rmdir ln chmod chown truncate install shred unlink".split(" "))(
    "writes what %s writes",
    (name) => {
      const { reads, writes } = new CommandLine(`x | ${name} a c >d`);
      expect(reads).toEqual([]);
      expect(new Set(writes)).toEqual(new Set(["d", "a", "c"]));
    },
  );

  it("reads and writes with cp, dd and sed", () => {
    const files = (text: string) => {
      const { reads, writes } = new CommandLine(text);
      return [new Set(reads), new Set(writes)];
    };
    expect(files("cp a b")).toEqual([new Set(["a", "b"]), new Set(["a", "b"])]);
    expect(files("dd if=a of=b x=c")).toEqual([new Set(), new Set(["a", "b", "x=c"])]);
    for (const option of ["-i", "-ni", "-i.bak", "--in-place=x"])
      expect(files(`sed ${option} s a`)[1]).toEqual(new Set([option, "s", "a"]));
    for (const option of ["-n", "i", "--x-in-place", "-1i"])
      expect(files(`sed ${option} s a`)[1]).toEqual(new Set());
    expect(files("ls a")).toEqual([new Set(), new Set()]);
  });
});
