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
    "bare = false\n",
    "[core\n",
    "[core]\n\t= x\n",
  ])("%j may start one, or is not understood", (text) => {
    expect(mayStartPrograms(text)).toBe(true);
  });
});
