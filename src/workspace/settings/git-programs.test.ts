import { describe, expect, it } from "vitest";
import { mayStartPrograms } from "./git-programs.ts";

const plain = `[core]
	repositoryformatversion = 0
	filemode = true
	bare = false
	logallrefupdates = true
; a comment
[remote "origin"]
	url = git@example.com:a/b.git
	fetch = +refs/heads/*:refs/remotes/origin/*
[branch "main"]
	remote = origin
	merge = refs/heads/main
[user]
	name = A "quoted" name # with a comment
[submodule "x y"]
	active = true
	url = ../x
`;

describe("a configuration of git", () => {
  it.each([
    ["that a clone has", plain],
    ["that is empty", ""],
    ["with the end of lines of another system", plain.replaceAll("\n", "\r\n")],
    ["with the daemon of git itself", "[core]\n\tfsmonitor = true\n"],
    [
      "with Git LFS",
      '[filter "lfs"]\n\tclean = git-lfs clean -- %f\n\trequired = true\n[lfs "https://x"]\n\taccess = basic\n',
    ],
    ["with an entry beside its section", "[core] bare = false"],
    ["with a key without a value", "[core]\n\tbare\n"],
  ])("%s starts no program", (_, text) => {
    expect(mayStartPrograms(text)).toBe(false);
  });

  it.each([
    ...["advice", "alias", "apply", "branch", "color", "column", "feature", "fetch", "gc", "index", "init"],
    ...["maintenance", "pack", "pull", "push", "rebase", "rerere", "status", "tag", "user", "worktree"],
  ])("starts no program by any key of the section %s", (section) => {
    expect(mayStartPrograms(`[${section}]\n\tany = x\n`)).toBe(false);
    expect(mayStartPrograms(`[${section.toUpperCase()} "name"] Any`)).toBe(false);
    expect(mayStartPrograms(`[${section}x]\n\tany = x\n`)).toBe(true);
  });

  it.each(
    Object.entries({
      core: [
        ...["repositoryformatversion", "filemode", "bare", "logallrefupdates", "ignorecase"],
        ...["precomposeunicode", "symlinks", "autocrlf", "eol", "safecrlf", "quotepath", "untrackedcache"],
        ...["sparsecheckout", "sparsecheckoutcone", "preloadindex", "longpaths", "trustctime", "checkstat"],
        ...["abbrev", "commitgraph", "multipackindex", "fscache", "hidedotfiles", "protectntfs"],
        ...["protecthfs", "compression"],
      ],
      remote: [
        ...["url", "pushurl", "fetch", "push", "tagopt", "prune", "mirror", "promisor"],
        ...["partialclonefilter", "gh-resolved"],
      ],
      extensions: ["objectformat", "worktreeconfig", "partialclone", "refstorage"],
      submodule: ["url", "active", "branch", "recurse"],
      http: ["postbuffer"],
      commit: ["gpgsign", "template", "verbose"],
      diff: ["renames", "algorithm", "colormoved"],
      merge: ["ff", "conflictstyle"],
      lfs: ["repositoryformatversion", "access"],
    }).flatMap(([section, keys]) => keys.map((key) => [section, key] as const)),
  )("starts no program by %s.%s", (section, key) => {
    expect(mayStartPrograms(`[${section}]\n\t${key} = x\n`)).toBe(false);
    expect(mayStartPrograms(`[${section}]\n\tx${key} = x\n`)).toBe(true);
  });

  it.each([
    ...["core.fsmonitor=true", "core.fsmonitor=false", "filter.required=true"],
    ...["filter.clean=git-lfs clean -- %f", "filter.smudge=git-lfs smudge -- %f"],
    "filter.process=git-lfs filter-process",
  ])("starts no program by %s, and may by another value", (entry) => {
    const [, section, rest] = /^(\w+)\.(.*)$/.exec(entry)!;
    expect(mayStartPrograms(`[${section}]\n\t${rest}\n`)).toBe(false);
    expect(mayStartPrograms(`[${section}]\n\t${rest}x\n`)).toBe(true);
  });

  it.each([
    "[core]\n\tfsmonitor = touch x\n",
    "[core]\n\tfsmonitor = true; touch x\n",
    "[CORE]\n\tFSMonitor = ./x\n",
    "[core] fsmonitor = x",
    '[core "x"] hooksPath = .hooks',
    "[core]\n\tsshCommand = x\n",
    "[core]\n\tworktree = /\n",
    "[core]\n\tpager = x\n",
    '[filter "lfs"]\n\tclean = x\n',
    '[filter "x"]\n\tprocess = x\n',
    "[filter.x]\n\tsmudge = x\n",
    "[diff]\n\texternal = x\n",
    '[diff "x"]\n\ttextconv = x\n',
    '[merge "x"]\n\tdriver = x\n',
    '[remote "x"]\n\tuploadpack = x\n',
    '[submodule "x"]\n\tupdate = !x\n',
    "[include]\n\tpath = ../x\n",
    '[includeIf "gitdir:/"]\n\tpath = x\n',
    "[credential]\n\thelper = !x\n",
    "[gpg]\n\tprogram = x\n",
    '[url "ext::x"]\n\tinsteadOf = a\n',
    "[user]\n\tname = a \\\n[core]\n\tfsmonitor = x\n",
    "# comment \\\n[core]\n\tfsmonitor = x\n",
    "[user]\n\tname = a \\\n",
    "[user]\n\tname = a \\\n\tfsmonitor = true\n",
    "bare = false\n",
    "[core\n",
    "[core]\n\t= x\n",
  ])("%j may start one, or is not understood", (text) => {
    expect(mayStartPrograms(text)).toBe(true);
  });
});
